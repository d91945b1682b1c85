package io.github.tensorloupe.testing;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.PinnedFolder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/// Objects whose calls go through a test.
public final class Intercepted {

  private Intercepted() {}

  /// The call that was made.
  public interface Call {
    /// Makes it.
    Object run() throws Throwable;
  }

  /// Decides about calls.
  public interface Handler {
    /// Gives what the call gives.
    ///
    /// @param name of the method
    Object handle(String name, Object[] arguments, Call call) throws Throwable;
  }

  /// An object whose calls go to the handler, which may hand them on.
  public static <T> T calls(Class<T> type, T real, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) ->
                handler.handle(
                    method.getName(),
                    arguments,
                    () -> {
                      try {
                        return inFolder(method.invoke(real, arguments), handler);
                      } catch (InvocationTargetException e) {
                        throw e.getCause();
                      }
                    })));
  }

  /// Operations on an open folder go to the handler as well.
  private static Object inFolder(Object result, Handler handler) {
    return result instanceof PinnedFolder(var operations, var path, var closing)
        ? new PinnedFolder(calls(FileOperations.class, operations, handler), path, closing)
        : result;
  }
}
