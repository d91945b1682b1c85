package io.github.tensorloupe.testing;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.PinnedFolder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/// Creates proxies that pass calls to a test.
public final class Intercepted {

  private Intercepted() {}

  /// An intercepted call.
  public interface Call {
    /// Executes the call.
    Object run() throws Throwable;
  }

  /// Handles intercepted calls.
  public interface Handler {
    /// Returns the result of a call.
    ///
    /// @param name the name of the method
    Object handle(String name, Object[] arguments, Call call) throws Throwable;
  }

  /// Returns a proxy that passes calls to the handler, which may execute them.
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

  /// Intercepts operations on an open folder, too.
  private static Object inFolder(Object result, Handler handler) {
    return result instanceof PinnedFolder(var operations, var path, var closing)
        ? new PinnedFolder(calls(FileOperations.class, operations, handler), path, closing)
        : result;
  }
}
