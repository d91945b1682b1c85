package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.FileDialogs.Existing;
import io.github.tensorloupe.desktop.pane.batch.BatchFlow;
import io.github.tensorloupe.desktop.pane.export.ExportFlow;
import io.github.tensorloupe.desktop.pane.save.SaveFlow;

/// The questions of saving, editing many files and exporting, put to the file dialogs. Belongs to
/// the FX thread.
///
/// @param dialogs asked for at each question
record FileQuestions(Supplier<FileDialogs> dialogs) {

  SaveFlow.CopyTargets copies() {
    return new SaveFlow.CopyTargets() {
      @Override
      public Optional<Path> chooseCopy(Path original) {
        return dialogs.get().chooseCopy(original);
      }

      @Override
      public Optional<Path> chooseFolder() {
        return dialogs.get().choose(Existing.FOLDER_OF_COPIES);
      }
    };
  }

  /// Which files are edited together.
  BatchFlow.FileChoice files() {
    return new BatchFlow.FileChoice() {
      @Override
      public List<Path> chooseFiles() {
        return dialogs.get().chooseFiles();
      }

      @Override
      public Optional<Path> chooseJsonFile() {
        return dialogs.get().choose(Existing.JSON);
      }
    };
  }

  ExportFlow.Targets exports() {
    return new ExportFlow.Targets() {
      @Override
      public Optional<Path> chooseFile(String suggestedName) {
        return dialogs.get().chooseTarget(suggestedName);
      }

      @Override
      public Optional<Path> chooseFolder() {
        return dialogs.get().choose(Existing.FOLDER_OF_EXPORTS);
      }
    };
  }
}
