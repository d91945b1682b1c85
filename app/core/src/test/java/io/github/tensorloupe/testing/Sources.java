package io.github.tensorloupe.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Java sources in strings, compiled at runtime.
public final class Sources {

  private final List<JavaFileObject> files = new ArrayList<>();

  /// @param sources the sources by type name, such as `a.b.Type` or `module-info`
  public Sources(Map<String, String> sources) {
    sources.forEach((type, text) -> files.add(new Source(type, text)));
  }

  /// Compiles with the class path of the running test.
  ///
  /// @param folder the folder for class files; created if missing
  /// @return the folder
  public Path compileTo(Path folder) throws IOException {
    return compileTo(folder, List.of("-classpath", System.getProperty("java.class.path")));
  }

  /// Compiles a separate module, which requires no other module.
  ///
  /// @param folder the folder for class files; created if missing
  /// @return the folder
  public Path compileModuleTo(Path folder) throws IOException {
    return compileTo(folder, List.of());
  }

  private Path compileTo(Path folder, List<String> classPath) throws IOException {
    Files.createDirectories(folder);
    List<String> options = new ArrayList<>(List.of("-proc:none", "-d", folder.toString()));
    options.addAll(classPath);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    boolean compiled = compiler.getTask(null, null, diagnostics, options, null, files).call();
    assertThat(compiled).as("compilation: %s", diagnostics.getDiagnostics()).isTrue();
    return folder;
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String type, String text) {
      super(URI.create("string:///" + type.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
