package io.github.tensorloupe.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.github.tensorloupe.desktop.control.layermap.LayerMapModel;
import io.github.tensorloupe.desktop.control.panel.StagedPanel;
import io.github.tensorloupe.desktop.control.panel.StagedWork;
import io.github.tensorloupe.desktop.pane.hex.HexViewModel;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.export.Draft;
import io.github.tensorloupe.export.ExportResult;
import io.github.tensorloupe.export.ExportTarget;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.save.SaveOutcome;
import io.github.tensorloupe.testing.ProjectFolders;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Checks the classes of the program against the rules.
class ArchitectureTest {

  private static final ClassDesc OPTIONAL = Optional.class.describeConstable().orElseThrow();
  private static final Set<ClassDesc> RESULTS_OF_WRITING =
      Stream.of(Draft.Written.class, ExportResult.class, IndexFile.Written.class, SaveOutcome.class)
          .map(type -> type.describeConstable().orElseThrow())
          .collect(Collectors.toSet());

  private static JavaClasses program;

  @BeforeAll
  static void readProgram() {
    // The training of the AOT cache is part of the build, but compiled into the window's module.
    program =
        new ClassFileImporter()
            .withImportOption(location -> !location.contains("/AotTraining"))
            .importPaths(ProjectFolders.classes());
    assertThat(program).isNotEmpty();
  }

  static List<ArchRule> rules() throws IOException {
    return ArchitectureRules.forProgram(PackageDescriptions.ofProgram());
  }

  /// Fails also if a rule applies to no class.
  @ParameterizedTest
  @MethodSource("rules")
  void ruleHolds(ArchRule rule) {
    rule.check(program);
  }

  @Test
  void eachPackageDescribesItself() throws IOException {
    assertThat(PackageDescriptions.ofProgram().uses().keySet())
        .as("packages with a package-info.java that says what they may use")
        .containsExactlyElementsOf(PackageDescriptions.packagesOfProgram());
  }

  @Test
  void modelsWithOtherNamesAreViewModelsToo() {
    assertThat(ArchitectureRules.HELD_BY_VIEW_MODELS.transform(program))
        .extracting(JavaClass::getFullName)
        .contains(
            HexViewModel.class.getName(),
            LayerMapModel.class.getName(),
            StagedWork.class.getName(),
            Selection.class.getName())
        .doesNotContain(StagedPanel.class.getName());
  }

  static Stream<Arguments> exceptions() {
    Function<List<String>, ArchRule> foreign = ArchitectureRules::foreignMemoryOnlyIn;
    Function<List<String>, ArchRule> jackson = ArchitectureRules::jacksonOnlyIn;
    Function<List<String>, ArchRule> images = ArchitectureRules::awtImagesOnlyIn;
    Function<List<String>, ArchRule> files = ArchitectureRules::filesAreAccessedOnlyBy;
    return Stream.of(
        arguments(foreign, ArchitectureRules.FOREIGN_MEMORY),
        arguments(jackson, ArchitectureRules.JACKSON),
        arguments(images, ArchitectureRules.AWT_IMAGES),
        arguments(files, ArchitectureRules.FILES_IN_BACKGROUND));
  }

  @ParameterizedTest
  @MethodSource("exceptions")
  void eachExceptionIsNecessary(Function<List<String>, ArchRule> rule, List<String> exceptions) {
    List<String> violations =
        rule.apply(List.of("none")).evaluate(program).getFailureReport().getDetails();

    assertThat(exceptions).filteredOn(each -> violations.stream().noneMatch(user(each))).isEmpty();
  }

  /// @param exception a package or the simple name of a class
  private static Predicate<String> user(String exception) {
    String parent = exception.startsWith(".") ? Packages.ROOT : "[\\w.$]*[.]";
    String name = exception.replaceFirst("[.][.]$", "");
    return Pattern.compile("^[^<]*<" + parent + name + "[.$>]").asPredicate();
  }

  /// These methods return a warning about the written file, which the user must see.
  @Test
  void resultsOfWritingAreNotDiscarded() throws IOException {
    List<String> discarding = new ArrayList<>();
    for (Path folder : ProjectFolders.classes()) {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : paths.filter(it -> it.toString().endsWith(".class")).toList()) {
          discarding.addAll(methodsDiscardingResultsOfWriting(Files.readAllBytes(path)));
        }
      }
    }
    assertThat(discarding).isEmpty();
  }

  @Test
  void discardedResultOfWritingIsFound() throws IOException {
    try (InputStream code =
        Discarding.class.getResourceAsStream("ArchitectureTest$Discarding.class")) {
      assertThat(methodsDiscardingResultsOfWriting(code.readAllBytes()))
          .containsExactly(
              "io/github/tensorloupe/architecture/ArchitectureTest$Discarding.discard");
    }
  }

  private record Discarding(ExportTarget target) {

    Optional<Sentence> use() throws IOException {
      return FileExport.writeText(target, "", Cancellation.NEVER);
    }

    void discard() throws IOException {
      FileExport.writeText(target, "", Cancellation.NEVER);
    }
  }

  private static List<String> methodsDiscardingResultsOfWriting(byte[] classFile) {
    ClassModel type =
        ClassFile.of(
                ClassFile.DebugElementsOption.DROP_DEBUG,
                ClassFile.LineNumbersOption.DROP_LINE_NUMBERS)
            .parse(classFile);
    List<String> discarding = new ArrayList<>();
    for (MethodModel method : type.methods()) {
      boolean hasResult = false;
      for (CodeElement each : method.code().map(CodeModel::elementList).orElse(List.of())) {
        if (hasResult && each instanceof StackInstruction) {
          discarding.add(type.thisClass().asInternalName() + "." + method.methodName());
        }
        hasResult = each instanceof InvokeInstruction call && returnsResultOfWriting(call);
      }
    }
    return discarding;
  }

  private static boolean returnsResultOfWriting(InvokeInstruction call) {
    ClassDesc result = call.typeSymbol().returnType();
    return RESULTS_OF_WRITING.contains(result)
        || result.equals(OPTIONAL) && call.name().stringValue().startsWith("write");
  }
}
