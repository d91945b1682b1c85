import java.io.IOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Copies a jar and gives its classes from before Java 6 the form of Java 8.
///
/// Without the stack maps of newer classes, a class cannot go into an AOT cache: it is read,
/// checked and linked at every start. What the classes do stays the same.
public final class RenewedClasses {

  private final ClassFile classFile;

  private RenewedClasses(ClassLoader classes) {
    classFile =
        ClassFile.of(
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(classes)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  /// @param arguments the jar and its copy
  public static void main(String[] arguments) throws IOException {
    Path jar = Path.of(arguments[0]);
    try (URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()});
        ZipInputStream in = new ZipInputStream(Files.newInputStream(jar));
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(Path.of(arguments[1])))) {
      new RenewedClasses(classes).copy(in, out);
    }
  }

  private void copy(ZipInputStream in, ZipOutputStream out) throws IOException {
    for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
      byte[] bytes = in.readAllBytes();
      ZipEntry copy = new ZipEntry(entry.getName());
      copy.setTime(entry.getTime());
      out.putNextEntry(copy);
      out.write(entry.getName().endsWith(".class") ? renewed(bytes) : bytes);
    }
  }

  private byte[] renewed(byte[] bytes) {
    ClassModel model = classFile.parse(bytes);
    if (model.majorVersion() >= ClassFile.JAVA_6_VERSION) {
      return bytes;
    }
    byte[] result = classFile.build(model.thisClass().asSymbol(), built -> rebuild(model, built));
    classFile
        .verify(result)
        .forEach(
            error -> {
              throw new IllegalStateException(model.thisClass().asInternalName(), error);
            });
    return result;
  }

  /// The version comes first: by it is decided whether there are stack maps.
  private static void rebuild(ClassModel model, ClassBuilder built) {
    built.withVersion(ClassFile.JAVA_8_VERSION, 0);
    MethodTransform anew = MethodTransform.transformingCode((code, element) -> code.with(element));
    for (ClassElement element : model) {
      switch (element) {
        case ClassFileVersion _ -> {}
        case MethodModel method -> built.transformMethod(method, anew);
        default -> built.with(element);
      }
    }
  }
}
