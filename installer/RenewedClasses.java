import java.io.IOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.constant.ModuleDesc;
import java.lang.constant.PackageDesc;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.AccessFlag;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Copies jars and converts their classes to a form that an AOT cache supports. Their behavior does
/// not change.
///
/// - Classes compiled for versions before Java 6 are converted to the version of Java 8. Classes
///   without stack maps are loaded, verified and linked at every start.
/// - A `switch` over types is replaced by a method that compares one type after the other.
///   Otherwise, the virtual machine generates its code at every start.
/// - A jar without module descriptor gets one, because jlink refuses automatic modules. The module
///   exports all packages and requires the modules whose packages it uses.
public final class RenewedClasses {

  private static final ClassDesc SWITCHES = ClassDesc.of("java.lang.runtime.SwitchBootstraps");
  private static final int PRIVATE_STATIC =
      AccessFlag.PRIVATE.mask() | AccessFlag.STATIC.mask() | AccessFlag.SYNTHETIC.mask();

  /// A `switch` over types.
  ///
  /// @param types the types of the cases, in order
  private record TypeSwitch(MethodTypeDesc type, List<ClassDesc> types) {}

  private final ClassFile classFile;

  private RenewedClasses(ClassLoader classes) {
    classFile =
        ClassFile.of(
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(classes)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  /// @param arguments a folder with jars that depend on each other, and the folder for the copies
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    List<Path> jars;
    try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
      jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = jars.get(i).toUri().toURL();
    }
    try (URLClassLoader classes = new URLClassLoader(urls)) {
      RenewedClasses renewed = new RenewedClasses(classes);
      for (Path jar : jars) {
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(jar));
            ZipOutputStream out =
                new ZipOutputStream(Files.newOutputStream(folder.resolve(jar.getFileName())))) {
          renewed.copy(in, out);
          ModuleDescriptor module = descriptorOf(jar);
          if (module.isAutomatic()) {
            out.putNextEntry(new ZipEntry("module-info.class"));
            out.write(renewed.moduleInfo(module, jar, jars));
          }
        }
      }
    }
  }

  private static ModuleDescriptor descriptorOf(Path jar) {
    return ModuleFinder.of(jar).findAll().iterator().next().descriptor();
  }

  private byte[] moduleInfo(ModuleDescriptor module, Path jar, List<Path> jars) throws IOException {
    Set<String> used = new TreeSet<>();
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(jar))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (entry.getName().endsWith(".class")) {
          for (PoolEntry constant : classFile.parse(in.readAllBytes()).constantPool()) {
            if (constant instanceof ClassEntry type && type.asSymbol().isClassOrInterface()) {
              used.add(type.asSymbol().packageName());
            }
          }
        }
      }
    }
    Stream<ModuleDescriptor> others =
        Stream.concat(
            jars.stream().map(RenewedClasses::descriptorOf),
            ModuleFinder.ofSystem().findAll().stream()
                .map(ModuleReference::descriptor)
                .filter(each -> each.name().startsWith("java.")));
    List<ModuleDesc> required =
        others
            .filter(
                each -> !each.equals(module) && each.packages().stream().anyMatch(used::contains))
            .map(each -> ModuleDesc.of(each.name()))
            .toList();
    ModuleAttribute attribute =
        ModuleAttribute.of(
            ModuleDesc.of(module.name()),
            built -> {
              required.forEach(each -> built.requires(each, 0, null));
              module.packages().forEach(each -> built.exports(PackageDesc.of(each), 0));
            });
    return classFile.buildModule(attribute);
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
    boolean isOld = model.majorVersion() < ClassFile.JAVA_6_VERSION;
    if (!isOld && !hasTypeSwitch(model)) {
      return bytes;
    }
    byte[] result =
        classFile.build(model.thisClass().asSymbol(), built -> rebuild(model, isOld, built));
    classFile
        .verify(result)
        .forEach(
            error -> {
              throw new IllegalStateException(model.thisClass().asInternalName(), error);
            });
    return result;
  }

  /// Writes the version first, because it determines whether stack maps are generated.
  private static void rebuild(ClassModel model, boolean isOld, ClassBuilder built) {
    built.withVersion(
        isOld ? ClassFile.JAVA_8_VERSION : model.majorVersion(), model.minorVersion());
    Map<TypeSwitch, String> switches = new LinkedHashMap<>();
    boolean isInterface = model.flags().has(AccessFlag.INTERFACE);
    MethodTransform anew =
        MethodTransform.transformingCode(
            (code, element) -> {
              TypeSwitch asked = isOld ? null : typeSwitch(element);
              if (asked == null) {
                code.with(element);
                return;
              }
              String name = switches.computeIfAbsent(asked, _ -> "typeSwitch$" + switches.size());
              code.invokestatic(model.thisClass().asSymbol(), name, asked.type(), isInterface);
            });
    for (ClassElement element : model) {
      switch (element) {
        case ClassFileVersion _ -> {}
        case MethodModel method -> built.transformMethod(method, anew);
        default -> built.with(element);
      }
    }
    switches.forEach(
        (asked, name) ->
            built.withMethodBody(
                name, asked.type(), PRIVATE_STATIC, code -> compare(asked.types(), code)));
  }

  private static boolean hasTypeSwitch(ClassModel model) {
    return model.methods().stream()
        .flatMap(method -> method.code().stream())
        .anyMatch(code -> code.elementStream().anyMatch(each -> typeSwitch(each) != null));
  }

  /// Returns the switch that begins with this element, or `null` if it is not a switch over types.
  private static TypeSwitch typeSwitch(CodeElement element) {
    if (!(element instanceof InvokeDynamicInstruction call)) {
      return null;
    }
    DirectMethodHandleDesc maker = call.bootstrapMethod();
    boolean isSwitch =
        maker.owner().equals(SWITCHES)
            && maker.methodName().equals("typeSwitch")
            && call.typeSymbol().parameterType(0).isClassOrInterface()
            && call.bootstrapArgs().stream()
                .allMatch(label -> label instanceof ClassDesc type && !type.isPrimitive());
    return isSwitch
        ? new TypeSwitch(
            call.typeSymbol(), call.bootstrapArgs().stream().map(ClassDesc.class::cast).toList())
        : null;
  }

  /// Generates the result of the bootstrap method: -1 for `null`, otherwise the index of the first
  /// matching case from the given index, or the number of cases.
  private static void compare(List<ClassDesc> types, CodeBuilder code) {
    Label something = code.newLabel();
    code.aload(0).ifnonnull(something).iconst_m1().ireturn().labelBinding(something);
    for (int i = 0; i < types.size(); i++) {
      Label next = code.newLabel();
      code.iload(1).loadConstant(i).if_icmpgt(next);
      code.aload(0).instanceOf(types.get(i)).ifeq(next);
      code.loadConstant(i).ireturn().labelBinding(next);
    }
    code.loadConstant(types.size()).ireturn();
  }
}
