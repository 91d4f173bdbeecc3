"""What a function takes and gives, in the words of its source: from debug information, a front
end's description, or the IR. Variables that may be inputs are found here too."""
