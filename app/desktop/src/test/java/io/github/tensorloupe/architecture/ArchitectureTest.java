package io.github.tensorloupe.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

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

  @Test
  void packagesUseOnlyThoseToTheLeft() {
    check(ArchitectureRules.packagesUseOnlyThoseToTheLeft());
  }

  @Test
  void packagesUseWhatTheirDescriptionNames() throws IOException {
    check(ArchitectureRules.packagesUseWhatTheirDescriptionNames(PackageDescriptions.ofProgram()));
  }

  @Test
  void eachPackageDescribesItself() throws IOException {
    assertThat(PackageDescriptions.ofProgram().uses().keySet())
        .as("packages with a package-info.java that says what they may use")
        .containsExactlyElementsOf(PackageDescriptions.packagesOfProgram());
  }

  @Test
  void launcherNamesNoJavaFx() {
    check(ArchitectureRules.launcherNamesNoJavaFx());
  }

  @Test
  void viewModelsKnowNoScene() {
    check(ArchitectureRules.viewModelsKnowNoScene());
  }

  @Test
  void foreignMemoryOnlyWhereBytesAreRead() {
    check(ArchitectureRules.foreignMemoryOnlyWhereBytesAreRead());
  }

  @Test
  void filesAreAccessedInTheBackground() {
    check(ArchitectureRules.filesAreAccessedInTheBackground());
  }

  @Test
  void eachListedClassAccessesFiles() {
    List<String> accesses =
        ArchitectureRules.filesAreAccessedOnlyBy(List.of("none"))
            .evaluate(program)
            .getFailureReport()
            .getDetails();

    assertThat(ArchitectureRules.FILES_IN_BACKGROUND)
        .allSatisfy(
            name ->
                assertThat(accesses)
                    .anyMatch(each -> each.matches("(?s).*?\\." + name + "[.$].* in .*")));
  }

  @Test
  void onlyRemoteConnectsToANetwork() {
    check(ArchitectureRules.onlyRemoteConnectsToANetwork());
  }

  @Test
  void jacksonOnlyWhereJsonIsRead() {
    check(ArchitectureRules.jacksonOnlyWhereJsonIsRead());
  }

  @Test
  void tasksAndRunLaterOnlyInJobs() {
    check(ArchitectureRules.tasksAndRunLaterOnlyInJobs());
  }

  @Test
  void noInternalsAndNoSwing() {
    check(ArchitectureRules.noInternalsAndNoSwing());
  }

  @Test
  void awtImagesOnlyInExport() {
    check(ArchitectureRules.awtImagesOnlyInExport());
  }

  @Test
  void noCycles() {
    check(ArchitectureRules.noCycles());
  }

  @Test
  void panesAreIndependent() {
    check(ArchitectureRules.panesAreIndependent());
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

  private static void check(ArchRule rule) {
    rule.check(program);
  }
}
