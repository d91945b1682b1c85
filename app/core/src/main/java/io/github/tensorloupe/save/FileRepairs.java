package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.TensorFile;

/// The repairs of refused files. A repair is offered only if the reference library loads the
/// repaired file and all tensor bytes are unchanged. Thread-safe.
public record FileRepairs(FileOperations operations) {

  /// Returns true if the file can be repaired.
  public boolean isPossible(TensorFile file) throws IOException {
    return new RepairSearch(file).find().isPresent();
  }

  /// Plans to repair the file itself. Reads the header; changes nothing.
  ///
  /// @return the plan, or empty if no unambiguous repair exists
  public Optional<RepairPlan> plan(TensorFile file, SaveOptions options) throws IOException {
    return plan(file, options, Destination.ofFile(operations, file.path()));
  }

  /// Plans to write a repaired copy.
  ///
  /// @param replaces true to replace an existing file; if the copy is the file itself, the file is
  ///   repaired
  public Optional<RepairPlan> planCopy(
      TensorFile file, Path copy, boolean replaces, SaveOptions options) throws IOException {
    return plan(file, options, Destination.copy(operations, file.bytes(), copy, replaces));
  }

  private Optional<RepairPlan> plan(TensorFile file, SaveOptions options, Destination destination)
      throws IOException {
    Optional<RepairSearch.RepairedLayout> repairedLayout = new RepairSearch(file).find();
    if (repairedLayout.isEmpty()) {
      return Optional.empty();
    }
    RepairSearch.RepairedLayout layout = repairedLayout.get();
    SavePlanner planner = new SavePlanner(operations, file, options, destination);
    boolean fits = !destination.isCopy() && layout.fitsInPlace(file.bytes().length());
    boolean isInPlace =
        fits
            && switch (options.strategy()) {
              case AUTO -> planner.prefersInPlace();
              case IN_PLACE -> true;
              case REWRITE -> false;
            };
    Strategy strategy = isInPlace ? Strategy.IN_PLACE : Strategy.REWRITE;
    SavePlan save = planner.plan(strategy, fits, layout.plannedHeader(), layout.fileLength());
    return Optional.of(new RepairPlan(layout.repair(), layout.wrong(), layout.sentence(), save));
  }
}
