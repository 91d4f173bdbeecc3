// A queue of events: priority_queue, unordered_map, set of strings and deque in one program.
// needs: types, no tape
// rz: double serve(const double p[5] in, int n=25)
#include <cmath>
#include <deque>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

struct Event {
    double time; int customer; std::string kind;
    bool operator>(const Event& o) const { return time > o.time; }
};

class Simulation {
    std::priority_queue<Event, std::vector<Event>, std::greater<Event>> events_;
    std::unordered_map<int, double> arrived_;
    std::unordered_map<std::string, double> totals_;
    std::set<std::string> kinds_;
    std::deque<int> waiting_;
    bool busy_ = false;
    double rate_, service_, cost_, now_ = 0;
public:
    Simulation(double rate, double service, double cost) : rate_(rate), service_(service), cost_(cost) {}
    void start(int n) {
        double t = 0;
        for (int i = 0; i < n; ++i) {
            t += (1.0 + 0.5 * std::sin(1.3 * i)) / rate_;
            events_.push({t, i, "arrival"});
        }
    }
    void begin(int c) {
        busy_ = true;
        totals_["wait"] += now_ - arrived_[c];
        events_.push({now_ + service_ * (1.0 + 0.2 * (c % 3)), c, "departure"});
    }
    void run() {
        while (!events_.empty()) {
            Event e = events_.top(); events_.pop();
            kinds_.insert(e.kind);
            totals_["queue"] += waiting_.size() * (e.time - now_);
            now_ = e.time;
            if (e.kind == "arrival") {
                arrived_[e.customer] = now_;
                if (busy_) waiting_.push_back(e.customer); else begin(e.customer);
            } else {
                totals_["system"] += now_ - arrived_[e.customer];
                busy_ = false;
                if (!waiting_.empty()) { int c = waiting_.front(); waiting_.pop_front(); begin(c); }
            }
        }
    }
    double loss() const {
        double t = cost_ * totals_.at("wait") + totals_.at("queue") / now_;
        return t + 0.1 * totals_.at("system") * kinds_.size();
    }
};

extern "C" double serve(const double* p, int n) {
    Simulation s(p[0], p[1], p[2]);
    s.start(n);
    s.run();
    return s.loss() * p[3] + p[4];
}
