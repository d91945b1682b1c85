package io.github.tensorloupe.testing;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.save.PinnedFolder;
import io.github.tensorloupe.save.SaveException;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.save.StrategyChoice;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/// Interrupts a save while it writes the header, and leaves the files as they are at that time.
public final class PowerCut {

  private static final class PowerIsOff extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final FileOperations disk = FileOperations.ofThisComputer();
  private final Path target;
  private boolean isOff;

  private PowerCut(Path target) {
    this.target = target;
  }

  /// Starts to save metadata in place, and stops after a quarter of the header was written.
  ///
  /// @param metadata must fit into the header of the file, and differ from its metadata
  public static void during(Path file, Metadata metadata) throws IOException {
    PowerCut cut = new PowerCut(file.toRealPath());
    Saver saver = new Saver(cut.watched(FileOperations.class, cut.disk, false));
    try (TensorFile open = TensorFile.open(file)) {
      SavePlan plan =
          saver.plan(open, metadata, SaveOptions.DEFAULT.withStrategy(StrategyChoice.IN_PLACE));
      saver.save(plan, Cancellation.NEVER, Progress.NONE);
      throw new IllegalStateException("the save was not broken off: " + plan);
    } catch (PowerIsOff | SaveException e) {
      if (!cut.isOff) {
        throw e;
      }
    }
  }

  private <T> T watched(Class<T> type, Object real, boolean isTarget) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              if (isOff && !method.getName().equals("close")) {
                throw new PowerIsOff();
              }
              if (isTarget && method.getName().equals("write")) {
                isOff = true;
                ByteBuffer source = (ByteBuffer) arguments[0];
                ByteBuffer quarter = source.slice().limit(source.remaining() / 4);
                ((OpenFile) real).write(quarter, (long) arguments[1]);
                throw new PowerIsOff();
              }
              try {
                Object result = method.invoke(real, arguments);
                return switch (result) {
                  case OpenFile file ->
                      watched(OpenFile.class, file, opensTarget(method.getName(), arguments));
                  case PinnedFolder pinned ->
                      new PinnedFolder(
                          watched(FileOperations.class, pinned.operations(), false),
                          pinned.path(),
                          pinned.closing());
                  case null -> null;
                  default -> result;
                };
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private boolean opensTarget(String method, Object[] arguments) {
    return method.equals("openToWrite") && arguments[0].equals(target);
  }
}
