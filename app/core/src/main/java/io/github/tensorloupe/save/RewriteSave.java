package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.save.RewrittenFiles.FileMark;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A save that writes a new file next to the target, verifies it, and renames it to the target.
///
/// @param source the copied file, with links resolved
/// @param saved set to the new file after the rename
record RewriteSave(
    FileOperations operations,
    SavePlan plan,
    Path source,
    SaveLock lock,
    AtomicReference<OpenFile> saved,
    Cancellation cancellation,
    Progress progress) {

  private static final long COPY_PIECE_BYTES = 16 << 20;

  /// Saves the file.
  ///
  /// @param notes collects warnings, as sentence fragments
  /// @throws IOException if a step failed. The target is unchanged unless `saved` is set, and the
  ///   draft is deleted
  void run(List<Sentence> notes) throws IOException {
    Path draft = SaveNames.draft(plan.target());
    try (OpenFile original = operations.openToRead(source)) {
      plan.requireUnchanged(operations, original);
      try (OpenFile copy = create(draft)) {
        Replacement replacement = new Replacement(operations, draft, plan.target(), copy.key());
        try {
          writeDraft(original, copy, notes);
          cancellation.check();
          plan.requireUnchanged(operations, original);
          Map<String, Object> access = access(original);
          // Permissions may have been revoked while the data was copied and compared.
          copyAttributes(original, copy, notes);
          operations.closeForRename(original, copy);
          rename(replacement, original, access).ifPresent(notes::add);
        } catch (IOException | RuntimeException | Error e) {
          discard(replacement, e);
          throw e;
        }
        saved.set(copy);
        deleteReplaced(replacement, notes);
      }
    }
  }

  private OpenFile create(Path draft) throws IOException {
    try {
      return operations.create(draft);
    } catch (FileAlreadyExistsException e) {
      throw SaveSentences.unchanged(
          plan.target(),
          Sentence.of("{0}, the name of the new file, is taken; move it away", PathText.of(draft)),
          e);
    }
  }

  /// Deletes the draft. The journal remains to identify the draft if deleting fails or the draft
  /// may be the old file.
  private void discard(Replacement replacement, Throwable cause) {
    try {
      replacement.deleteDraft();
      lock.isNeeded = operations.exists(replacement.draft());
    } catch (IOException e) {
      lock.isNeeded = true;
      cause.addSuppressed(e);
    }
  }

  /// Returns the permissions, the owner, the group and the access control list of a file, or an
  /// empty map if the system has none.
  private static Map<String, Object> access(OpenFile file) throws IOException {
    if (!LocalFiles.isUnix(file.handle())) {
      return Map.of();
    }
    Map<String, Object> access =
        new HashMap<>(Files.readAttributes(file.handle(), "unix:mode,uid,gid"));
    if (LinuxCalls.OF_THIS_SYSTEM.isPresent()) {
      try {
        Optional<byte[]> list = LinuxCalls.OF_THIS_SYSTEM.get().accessControlList(file.handle());
        access.put("list", list.map(ByteBuffer::wrap));
      } catch (IOException e) {
        // A list that cannot be read is not copied either.
      }
    }
    return access;
  }

  /// @param access the copied permissions, owner, group and access control list
  /// @return a warning, as a sentence fragment, or empty
  private Optional<Sentence> rename(
      Replacement replacement, OpenFile original, Map<String, Object> access) throws IOException {
    if (plan.replaced().isEmpty()) {
      replacement.publish();
      return Optional.empty();
    }
    try {
      return replacement.run(
          false,
          replaced -> {
            if (!operations.identity(replaced).equals(plan.replaced().get())
                || !access(original).equals(access)) {
              throw SaveSentences.changed(plan.target(), plan.target());
            }
          });
    } catch (IOException | RuntimeException | Error e) {
      boolean isUnknown = e instanceof SaveException save && !save.fileIsUnchanged();
      if (!isUnknown && isReplaced(e)) {
        throw SaveSentences.replaced(plan.target(), e);
      }
      throw e;
    }
  }

  /// Returns true if the target is not the planned file. It is unknown whether the names were
  /// swapped before or after another program replaced that file.
  private boolean isReplaced(Throwable failure) {
    try {
      Optional<String> key = operations.fileKey(plan.target()).map(Object::toString);
      return plan.replacedKey().isPresent() && !key.equals(plan.replacedKey());
    } catch (IOException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  /// Deletes the file with the name of the draft: the old file, or a second name of the new file.
  private void deleteReplaced(Replacement replacement, List<Sentence> notes) {
    try {
      replacement.deleteReplaced(plan.replacedKey());
    } catch (IOException e) {
      String note =
          plan.replaced().isPresent()
              ? "the old file could not be deleted and remains as {0} ({1})"
              : "its draft {0} could not be deleted ({1})";
      try {
        if (!operations.exists(replacement.draft())) {
          return;
        }
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
        note = "whether {0} still exists is not known ({1}), and its journal {2} remains";
      }
      // The command "recover" deletes the file.
      lock.isNeeded = true;
      Path journal = SaveNames.journal(plan.target());
      Sentence reason = SaveSentences.reason(e);
      notes.add(Sentence.of(note, PathText.of(replacement.draft()), reason, PathText.of(journal)));
    }
  }

  private void writeDraft(OpenFile original, OpenFile copy, List<Sentence> notes)
      throws IOException {
    writeJournal(copy);
    writeHead(copy);
    long oldStart = Preface.BYTE_COUNT + plan.header().lengthBefore();
    long newStart = Preface.BYTE_COUNT + plan.header().lengthAfter();
    long dataLength = plan.bytesToWrite() - newStart;
    // The file may be longer, because a repair can omit bytes after the data.
    if (original.length() < oldStart + dataLength) {
      throw SaveSentences.changed(plan.target(), source);
    }
    copyData(original, oldStart, dataLength, copy, newStart);
    copyAttributes(original, copy, notes);
    copy.force();
    verifyHead(copy);
    new CopyCheck(copy, plan.options().comparesData(), cancellation)
        .compare(
            (target, byteOffset) -> Transfer.read(original, target, byteOffset),
            oldStart,
            newStart,
            dataLength);
  }

  private void copyAttributes(OpenFile original, OpenFile copy, List<Sentence> notes)
      throws IOException {
    for (String each : operations.copyAttributes(original.handle(), copy.handle())) {
      Sentence note = Sentence.of("its {0} could not be kept", Sentence.of(each));
      if (!notes.contains(note)) {
        notes.add(note);
      }
    }
  }

  /// Writes the journal before the draft. After a crash, the draft is therefore empty or identified
  /// by the journal; recovery does not delete other files.
  private void writeJournal(OpenFile copy) throws IOException {
    BasicFileAttributes created = Files.readAttributes(copy.handle(), BasicFileAttributes.class);
    MessageDigest digest = Sha256.digest();
    digest.update(headerLength());
    digest.update(plan.header().bytes());
    String headSha256 = Sha256.hex(digest);
    long length = plan.bytesToWrite();
    FileMark newFile = FileMark.of(copy.key(), created.creationTime(), "", length, headSha256);
    FileMark oldFile = FileMark.NONE;
    if (plan.replaced().isPresent()) {
      FileIdentity old = plan.replaced().get();
      FileTime creationTime = operations.attributes(plan.target()).creationTime();
      String modified = old.modified().toString();
      oldFile =
          FileMark.of(old.fileKey(), creationTime, modified, old.byteLength(), old.headSha256());
    }
    byte[] keys = new RewrittenFiles(newFile, oldFile).toBytes();
    long headerLength = plan.header().lengthAfter();
    JournalHead head =
        new JournalHead(operations, Strategy.REWRITE, length, headerLength, keys.length);
    Journal.write(lock.file, head, keys);
    lock.file.force();
  }

  private void copyData(
      OpenFile original, long oldStart, long dataLength, OpenFile copy, long newStart)
      throws IOException {
    try (WriteBack writeBack = new WriteBack(copy)) {
      for (long done = 0; done < dataLength; ) {
        cancellation.check();
        long piece = Math.min(COPY_PIECE_BYTES, dataLength - done);
        long count = copy.copyFrom(original, oldStart + done, piece, newStart + done);
        if (count <= 0) {
          throw new EOFException("the file ends at byte %,d".formatted(oldStart + done));
        }
        done += count;
        progress.report(newStart + done, plan.bytesToWrite());
        writeBack.written(count);
      }
    }
  }

  private void writeHead(OpenFile copy) throws IOException {
    Transfer.write(copy, headerLength(), 0);
    Transfer.write(copy, plan.header().bytes(), Preface.BYTE_COUNT);
    progress.report(Preface.BYTE_COUNT + plan.header().lengthAfter(), plan.bytesToWrite());
  }

  private ByteBuffer headerLength() {
    ByteBuffer length = ByteBuffer.allocate(Preface.BYTE_COUNT).order(ByteOrder.LITTLE_ENDIAN);
    return length.putLong(plan.header().lengthAfter()).flip();
  }

  private void verifyHead(OpenFile copy) throws IOException {
    byte[] begin = Transfer.read(copy, 0, Preface.BYTE_COUNT);
    Preface preface = Preface.of(copy.length(), begin);
    byte[] header = Transfer.read(copy, Preface.BYTE_COUNT, plan.header().bytes().length);
    if (copy.length() != plan.bytesToWrite()
        || preface.headerLength().orElse(-1) != plan.header().lengthAfter()
        || !Arrays.equals(header, plan.header().bytes())) {
      throw new IOException("the new file does not read back as it was written");
    }
    plan.header().requireLoadable(copy.length());
  }
}
