package io.github.tensorloupe.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.github.tensorloupe.testing.ProjectFolders;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Checks the classes of the program against the rules.
class ArchitectureTest {

  private static JavaClasses program;

  @BeforeAll
  static void readProgram() {
    program = new ClassFileImporter().importPaths(ProjectFolders.classes());
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

  private static void check(ArchRule rule) {
    rule.check(program);
  }
}
