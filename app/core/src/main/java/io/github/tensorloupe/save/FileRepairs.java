package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.TensorFile;

/// Plans the repairs of refused files that are certain: the repaired file loads, and no byte of a
/// tensor is another. They are carried out as every save is. Thread-safe.
public record FileRepairs(FileOperations operations) {

  /// True if a repair is known for a file, for asking before the plan is made.
  public boolean isPossible(TensorFile file) throws IOException {
    return new RepairSearch(file).find().isPresent();
  }

  /// The repair of the file itself; empty where no repair is certain. Reads the header; writes
  /// nothing.
  public Optional<RepairPlan> plan(TensorFile file, SaveOptions options) throws IOException {
    return plan(file, options, Destination.itself(operations, file.path()));
  }

  /// The same for a copy.
  ///
  /// @param replaces true if a file that is there already is replaced; if it is the file itself,
  ///   that is repaired
  public Optional<RepairPlan> planCopy(
      TensorFile file, Path copy, boolean replaces, SaveOptions options) throws IOException {
    return plan(file, options, Destination.copy(operations, file.path(), copy, replaces));
  }

  private Optional<RepairPlan> plan(TensorFile file, SaveOptions options, Destination destination)
      throws IOException {
    Optional<RepairSearch.RepairedLayout> found = new RepairSearch(file).find();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    RepairSearch.RepairedLayout layout = found.get();
    SavePlanner planner = new SavePlanner(operations, file, options, destination);
    boolean fits = !destination.isCopy() && layout.fitsInPlace(file.bytes().length());
    boolean inPlace =
        fits
            && switch (options.strategy()) {
              case AUTO -> planner.prefersInPlace();
              case IN_PLACE -> true;
              case REWRITE -> false;
            };
    Strategy strategy = inPlace ? Strategy.IN_PLACE : Strategy.REWRITE;
    SavePlan save = planner.plan(strategy, fits, layout.plannedHeader(), layout.fileLength());
    return Optional.of(new RepairPlan(layout.repair(), layout.wrong(), layout.sentence(), save));
  }
}
