package io.github.tensorloupe.analysis;

/// A sum of doubles that keeps what each addition rounds off.
final class CompensatedSum {

  private double sum;
  private double lost;

  void add(double value) {
    double next = sum + value;
    double added = next - sum;
    lost += (sum - (next - added)) + (value - added);
    sum = next;
  }

  void merge(CompensatedSum other) {
    add(other.sum);
    lost += other.lost;
  }

  double total() {
    return sum + lost;
  }
}
