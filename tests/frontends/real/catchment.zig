//! Water and heat in a column of soil, with snow above and a river below: the misfit to what was
//! measured. `cost` is differentiated by the first state, the rain and the parameters.

const std = @import("std");
const Allocator = std.mem.Allocator;

const cell = 0.05;
const steps = 4;
const step = 1.0 / @as(f64, steps);
const rounds = 40;
const close = 1e-11;

// ---- numbers --------------------------------------------------------------------------------

/// Functions that are smooth where their sharp relatives are not, for any type of float.
fn Smooth(comptime T: type) type {
    return struct {
        fn logistic(x: T) T {
            return 1 / (1 + @exp(-x));
        }

        fn softplus(x: T, width: T) T {
            const s = x / width;
            return if (s > 30) x else width * std.math.log1p(@exp(s));
        }

        fn huber(r: T, width: T) T {
            const size = @abs(r);
            return if (size < width) 0.5 * r * r else width * (size - 0.5 * width);
        }
    };
}

const smooth = Smooth(f64);

/// A row of a matrix with three diagonals, and the right side that goes with it.
const Row = struct {
    below: f64 = 0,
    diagonal: f64,
    above: f64 = 0,
    right: f64,
};

const Tridiagonal = struct {
    rows: []Row,

    fn init(gpa: Allocator, n: usize) Allocator.Error!Tridiagonal {
        return .{ .rows = try gpa.alloc(Row, n) };
    }

    fn deinit(self: Tridiagonal, gpa: Allocator) void {
        gpa.free(self.rows);
    }

    /// What flows between neighbours: how well the face conducts, and what flows down anyway.
    fn couple(self: Tridiagonal, i: usize, conductance: f64, flow: f64) void {
        const upper = &self.rows[i];
        const lower = &self.rows[i + 1];
        upper.above = -conductance;
        upper.diagonal += conductance;
        upper.right -= flow;
        lower.below = -conductance;
        lower.diagonal += conductance;
        lower.right += flow;
    }

    /// Eliminates downwards, in place, and substitutes upwards.
    fn solve(self: Tridiagonal, x: []f64) void {
        const rows = self.rows;
        for (rows[0 .. rows.len - 1], rows[1..]) |before, *row| {
            const factor = row.below / before.diagonal;
            row.diagonal -= factor * before.above;
            row.right -= factor * before.right;
        }
        var i = rows.len - 1;
        x[i] = rows[i].right / rows[i].diagonal;
        while (i > 0) {
            i -= 1;
            x[i] = (rows[i].right - rows[i].above * x[i + 1]) / rows[i].diagonal;
        }
    }
};

// ---- soil -----------------------------------------------------------------------------------

const Parameters = struct {
    alpha: f64,
    n: f64,
    ks: f64,
    decay: f64,
    melting: f64,
    time: f64,
    evaporation: f64,
    porosity: f64,

    const count = @typeInfo(Parameters).@"struct".field_names.len;

    fn read(values: []const f64) ?Parameters {
        if (values.len != count) return null;
        var made: Parameters = undefined;
        inline for (@typeInfo(Parameters).@"struct".field_names, 0..) |name, i| {
            @field(made, name) = values[i];
        }
        return made;
    }
};

/// What a soil is, after van Genuchten and Mualem.
const Soil = struct {
    alpha: f64,
    n: f64,
    m: f64,
    porosity: f64,
    residual: f64,
    ks: f64,

    fn at(depth: f64, p: Parameters) Soil {
        return .{
            .alpha = p.alpha,
            .n = p.n,
            .m = 1 - 1 / p.n,
            .porosity = p.porosity * @exp(-0.05 * depth),
            .residual = 0.06,
            .ks = p.ks * @exp(-p.decay * depth),
        };
    }

    fn range(self: Soil) f64 {
        return self.porosity - self.residual;
    }

    fn saturation(self: Soil, head: f64) f64 {
        if (head >= 0) return 1;
        return std.math.pow(f64, 1 + std.math.pow(f64, -self.alpha * head, self.n), -self.m);
    }

    fn moisture(self: Soil, head: f64) f64 {
        return self.residual + self.range() * self.saturation(head);
    }

    const Retention = struct { wet: f64, capacity: f64 };

    /// The moisture, and how it changes with the head.
    fn retention(self: Soil, head: f64) Retention {
        if (head >= 0) return .{ .wet = self.porosity, .capacity = 1e-6 };
        const p = std.math.pow(f64, -self.alpha * head, self.n);
        const se = std.math.pow(f64, 1 + p, -self.m);
        const slope = self.m * self.n * p / -head * se / (1 + p);
        return .{
            .wet = self.residual + self.range() * se,
            .capacity = self.range() * slope + 1e-6,
        };
    }

    fn conductivity(self: Soil, head: f64, warmth: f64) f64 {
        const flow = smooth.logistic(2 * (warmth + 1));
        const se = self.saturation(head);
        if (se >= 1) return self.ks * flow;
        const inner = 1 - std.math.pow(f64, se, 1 / self.m);
        const part = 1 - std.math.pow(f64, inner, self.m);
        return self.ks * @sqrt(se) * part * part * flow;
    }
};

/// The column: what it is made of, what is in it, and room to work in.
const Column = struct {
    soil: []Soil,
    head: []f64,
    water: []f64,
    heat: []f64,
    next: []f64,
    paths: []f64,
    matrix: Tridiagonal,

    fn init(gpa: Allocator, head: []const f64, heat: []const f64, p: Parameters) !Column {
        const n = head.len;
        const made: Column = .{
            .soil = try gpa.alloc(Soil, n),
            .head = try gpa.dupe(f64, head),
            .water = try gpa.alloc(f64, n),
            .heat = try gpa.dupe(f64, heat),
            .next = try gpa.alloc(f64, n),
            .paths = try gpa.alloc(f64, n),
            .matrix = try Tridiagonal.init(gpa, n),
        };
        for (made.soil, made.water, head, 0..) |*soil, *water, h, i| {
            soil.* = Soil.at((@as(f64, @floatFromInt(i)) + 0.5) * cell, p);
            water.* = soil.moisture(h);
        }
        return made;
    }

    fn deinit(self: Column, gpa: Allocator) void {
        gpa.free(self.soil);
        inline for (.{ "head", "water", "heat", "next", "paths" }) |name| {
            gpa.free(@field(self, name));
        }
        self.matrix.deinit(gpa);
    }

    /// Water moves for a step; the answer is what drains at the bottom.
    fn seep(self: *Column, supply: f64) f64 {
        const rows = self.matrix.rows;
        const last = self.head.len - 1;
        for (0..rounds) |_| {
            for (self.soil, self.head, self.heat, self.paths) |soil, head, heat, *k| {
                k.* = soil.conductivity(head, heat);
            }
            for (self.soil, self.head, self.water, rows) |soil, head, water, *row| {
                const now = soil.retention(head);
                const c = now.capacity;
                row.* = .{ .diagonal = c / step, .right = (c * head - (now.wet - water)) / step };
            }
            for (self.paths[0..last], self.paths[1..], 0..) |above, below, i| {
                const mean = 0.5 * (above + below);
                self.matrix.couple(i, mean / (cell * cell), mean / cell);
            }
            rows[0].right += supply / cell;
            rows[last].right -= self.paths[last] / cell;
            self.matrix.solve(self.next);

            var moved: f64 = 0;
            for (self.head, self.next) |*old, new| {
                moved = @max(moved, @abs(new - old.*));
                old.* = new;
            }
            if (moved < close) break;
        }
        for (self.soil, self.head, self.water) |soil, head, *water| water.* = soil.moisture(head);
        return self.paths[last];
    }

    /// Heat moves for a step, from the air above.
    fn conduct(self: *Column, air: f64) void {
        const rows = self.matrix.rows;
        for (self.soil, self.head, self.paths) |soil, head, *k| {
            k.* = 0.03 + 0.14 * soil.saturation(head);
        }
        for (self.soil, self.water, self.heat, rows) |soil, water, heat, *row| {
            const volume = 2.0 * (1 - soil.porosity) + 4.18 * water;
            const c = volume * cell * cell / step;
            row.* = .{ .diagonal = c, .right = c * heat };
        }
        for (self.paths[0 .. rows.len - 1], self.paths[1..], 0..) |above, below, i| {
            self.matrix.couple(i, 2 * above * below / (above + below), 0);
        }
        const top = 2 * self.paths[0];
        rows[0].diagonal += top;
        rows[0].right += top * air;
        self.matrix.solve(self.next);
        @memcpy(self.heat, self.next);
    }

    /// How wet the surface is, from 0 to 1.
    fn wetness(self: Column) f64 {
        return (self.water[0] - self.soil[0].residual) / self.soil[0].range();
    }

    fn waterAt(self: Column, depth: f64) f64 {
        const place = depth / cell - 0.5;
        const i = @min(@as(usize, @intFromFloat(place)), self.water.len - 2);
        const t = place - @as(f64, @floatFromInt(i));
        return (1 - t) * self.water[i] + t * self.water[i + 1];
    }
};

// ---- what lies above and below --------------------------------------------------------------

/// What holds water back for a while.
const Store = union(enum) {
    snow: struct { depth: f64, rate: f64, air: f64 = 0 },
    reservoir: struct { volume: f64, time: f64 },

    /// The outflow of a step into which something flows.
    fn pass(self: *Store, inflow: f64) f64 {
        switch (self.*) {
            .snow => |*s| {
                const frozen = inflow * smooth.logistic(-2 * s.air);
                s.depth += frozen * step;
                const lying = 1 - @exp(-s.depth / 0.01);
                const most = s.rate * smooth.softplus(s.air, 0.5) * lying;
                const melted = @min(most, 0.9 * s.depth / step);
                s.depth -= melted * step;
                return inflow - frozen + melted;
            },
            .reservoir => |*r| {
                const out = r.volume / r.time;
                r.volume += step * (inflow - out);
                return out;
            },
        }
    }
};

fn River(comptime n: usize) type {
    return struct {
        stores: [n]Store,

        fn init(time: f64) @This() {
            var made: @This() = undefined;
            inline for (&made.stores, 1..) |*store, i| {
                store.* = .{ .reservoir = .{ .volume = 0.001 * @as(f64, i), .time = time } };
            }
            return made;
        }

        fn pass(self: *@This(), inflow: f64) f64 {
            var flow = inflow;
            for (&self.stores) |*store| flow = store.pass(flow);
            return flow;
        }
    };
}

// ---- the model ------------------------------------------------------------------------------

const depths = [_]f64{ 0.1, 0.42, 0.85 };

fn misfit(
    gpa: Allocator,
    h0: []const f64,
    t0: []const f64,
    rain: []const f64,
    air: []const f64,
    seen: []const f64,
    p: Parameters,
) Allocator.Error!f64 {
    var column = try Column.init(gpa, h0, t0, p);
    defer column.deinit(gpa);
    var snow: Store = .{ .snow = .{ .depth = 0.02, .rate = p.melting } };
    var river = River(3).init(p.time);
    var sum: f64 = 0;
    for (rain, air, 0..) |falls, warm, day| {
        snow.snow.air = warm;
        var discharge: f64 = 0;
        for (0..steps) |_| {
            const supply = snow.pass(falls);
            const excess = smooth.softplus(supply - column.soil[0].ks, 0.005);
            const evaporated = p.evaporation * smooth.logistic(warm - 4) * column.wetness();
            const drained = column.seep(supply - excess - evaporated);
            column.conduct(warm);
            discharge += step * river.pass(excess + drained);
        }
        const row = seen[day * (depths.len + 1) ..][0 .. depths.len + 1];
        sum += smooth.huber(100 * (discharge - row[depths.len]), 1.0);
        for (depths, row[0..depths.len]) |depth, water| {
            sum += smooth.huber(20 * (column.waterAt(depth) - water), 0.5);
        }
    }
    return sum / @as(f64, @floatFromInt(rain.len));
}

pub fn cost(
    h0: []const f64,
    t0: []const f64,
    rain: []const f64,
    air: []const f64,
    seen: []const f64,
    p: []const f64,
) f64 {
    const parameters = Parameters.read(p) orelse @panic("there are not eight parameters");
    return misfit(std.heap.c_allocator, h0, t0, rain, air, seen, parameters) catch
        @panic("there is no memory");
}
