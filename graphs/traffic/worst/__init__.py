"""The worst case and the average of a routing over permutations, from the shares of messages that cross each channel."""
