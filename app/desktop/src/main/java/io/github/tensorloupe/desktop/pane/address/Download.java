package io.github.tensorloupe.desktop.pane.address;

import module java.base;

import io.github.tensorloupe.export.Draft;
import io.github.tensorloupe.export.ExportNames;
import io.github.tensorloupe.export.ExportTarget;
import io.github.tensorloupe.export.ExportTarget.Replaceable;
import io.github.tensorloupe.export.WrittenException;
import io.github.tensorloupe.export.WrongContentException;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.remote.RemoteFile;
import io.github.tensorloupe.remote.RemoteFileSystem;
import io.github.tensorloupe.save.Drafts;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoConsumer;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// Copies files from servers into a folder. Each file is verified before it gets its final name.
///
/// A download that ends early leaves the received bytes in a draft next to the target. The name of
/// the draft identifies the state of the file on the server: the next download of the same state
/// resumes there, a download of a different state starts again.
///
/// @param files the operations on the file system
/// @param folder the target folder, chosen by the user
record Download(FileOperations files, Path folder) {

  /// A downloaded file.
  ///
  /// @param server the server that the file is from
  /// @param sha256 the hash of the file, as reported by the server; empty if the server reports no
  ///   hash, so that only the length was verified
  /// @param existed true if the file existed before, so that nothing was fetched
  record Downloaded(
      Path file, long byteCount, String server, Optional<String> sha256, boolean existed) {

    /// Returns a message for the user on how the file was verified.
    Sentence sentence() {
      Object[] words = {PathText.of(file), server};
      Sentence verified =
          sha256.isPresent()
              ? Sentence.of("{0} has the SHA-256 that {1} names.", words)
              : Sentence.of(
                  "{0} has the length that {1} names; it names no SHA-256 to compare.", words);
      return existed
          ? verified.then(Sentence.of("It already existed and was not fetched again."))
          : verified;
    }
  }

  private static final int PIECE_BYTES = 1 << 20;
  private static final int STATE_DIGITS = 16;

  /// Returns the files of a checkpoint on a server: its open files, then its indexes. The indexes
  /// are last, so that other programs do not mistake an incomplete set for a complete one.
  static List<Path> filesOf(Checkpoint checkpoint) {
    return Stream.concat(
            checkpoint.files().stream().map(TensorFile::path),
            checkpoint.parts().stream()
                .filter(part -> part.index().isPresent())
                .map(CheckpointPart::path))
        .distinct()
        .toList();
  }

  /// Copies files one by one, and creates their folders below the common parent folder. Blocks the
  /// calling thread.
  ///
  /// @param sources at least one file, all of one [RemoteFileSystem]
  /// @param cancellation the cancellation of the job; ends the download promptly and keeps the
  ///   received bytes
  /// @param progress reported in bytes of all files, including files that need not be fetched
  /// @return a result for each file
  /// @throws FileChangedException if the file on the server has changed since it was opened
  /// @throws SentenceException if the download fails; the message describes the received bytes.
  ///   Unverified files do not have their final names, and existing files are unchanged
  List<Downloaded> run(List<Path> sources, Cancellation cancellation, Progress progress)
      throws IOException {
    Path common = sources.getFirst().getParent();
    for (Path source : sources) {
      while (!source.startsWith(common)) {
        common = common.getParent();
      }
    }
    Map<Path, Path> targets = new TreeMap<>();
    for (Path source : sources) {
      targets.put(source, target(common.relativize(source)));
    }
    Map<Path, Long> lengths = new TreeMap<>();
    for (Path source : sources) {
      lengths.put(targets.get(source), length(source));
    }
    requireRoom(lengths);
    long total = lengths.values().stream().mapToLong(Long::longValue).sum();
    ReadProgress done = new ReadProgress(total, progress);
    List<Downloaded> downloaded = new ArrayList<>();
    for (Path each : sources) {
      cancellation.check();
      try (RemoteFile source = RemoteFileSystem.openToCopy(each)) {
        MessageDigest digest = Sha256.digest();
        downloaded.add(
            new FileCopy(files, source, targets.get(each), cancellation, done, digest).run());
      }
    }
    return downloaded;
  }

  /// Copies a file from a server without partial downloads. A download that ends early must start
  /// again. Blocks the calling thread.
  ///
  /// @throws SentenceException if the download fails; the file does not exist
  Downloaded runWhole(Path source, Cancellation cancellation, Progress progress)
      throws IOException {
    Path target = target(source.getFileName());
    try {
      ExportTarget place = ExportTarget.of(target, Replaceable.NOTHING, List.of());
      return Draft.write(
              files, place, cancellation, draft -> copyWhole(source, target, draft, progress))
          .result();
    } catch (FileAlreadyExistsException e) {
      throw new SentenceException("{0} already exists; nothing was written.", PathText.of(target));
    }
  }

  private Downloaded copyWhole(Path source, Path target, Draft draft, Progress progress)
      throws IOException {
    MessageDigest digest = Sha256.digest();
    AtomicLong total = new AtomicLong();
    IoConsumer<Long> onLength =
        length -> {
          total.set(length);
          requireRoom(Map.of(target, length));
        };
    IoConsumer<byte[]> onPiece =
        piece -> {
          digest.update(piece);
          draft.write(ByteBuffer.wrap(piece));
          progress.report(draft.byteCount(), total.get());
        };
    List<String> hashes = RemoteFileSystem.copyWhole(source, onLength, onPiece);
    String server = ((RemoteFileSystem) source.getFileSystem()).server();
    String actual = Sha256.hex(digest);
    if (hashes.stream().anyMatch(each -> !each.equals(actual))) {
      throw wrongContent(target, server, hashes.getFirst(), actual);
    }
    return new Downloaded(target, draft.byteCount(), server, hashes.stream().findFirst(), false);
  }

  private static WrongContentException wrongContent(
      Path target, String server, String expected, String found) {
    return new WrongContentException(
        Sentence.of(
            "{0} was not saved: the received data is not the file that {1} describes (expected"
                + " {2}, found {3}). It was discarded; download the file again.",
            PathText.of(target), server, expected, found));
  }

  /// Returns the length of a file in bytes. Sends a request if it is unknown.
  private static long length(Path source) throws IOException {
    long known = Files.size(source);
    if (known > 0) {
      return known;
    }
    try (RemoteFile file = RemoteFileSystem.openToCopy(source)) {
      return file.length();
    }
  }

  /// Returns the target of a file, which is inside the folder for any name on the server.
  private Path target(Path relative) throws SentenceException {
    Path target = folder;
    for (Path each : relative) {
      String name = each.toString();
      if (!ExportNames.isSafe(name) || PathText.path(name).isEmpty()) {
        throw new SentenceException(
            Sentence.of(
                "Nothing was fetched: {0} is not a valid file name on this system.",
                PathText.of(relative)));
      }
      target = target.resolve(name);
    }
    return target;
  }

  private void requireRoom(Map<Path, Long> lengths) throws IOException {
    long needed = 0;
    for (Map.Entry<Path, Long> each : lengths.entrySet()) {
      boolean exists = files.exists(each.getKey());
      needed += exists ? 0 : Math.max(0, each.getValue() - draftByteCount(files, each.getKey()));
    }
    long free;
    try {
      free = files.freeByteCount(folder);
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(folder), e);
    }
    if (needed > free) {
      throw new SentenceException(
          Sentence.of(
              "The download was not started: {0} are needed in {1}, and only {2} are free.",
              new ByteSize(needed), PathText.of(folder), new ByteSize(free)));
    }
  }

  /// Returns the number of bytes of a file that earlier downloads have saved.
  private static long draftByteCount(FileOperations files, Path target) throws IOException {
    long byteCount = 0;
    for (Path draft : new Drafts(files).of(target)) {
      byteCount += Files.size(draft);
    }
    return byteCount;
  }

  /// The copying of one file.
  ///
  /// @param digest the digest of all bytes up to the current position
  private record FileCopy(
      FileOperations files,
      RemoteFile source,
      Path target,
      Cancellation cancellation,
      ReadProgress done,
      MessageDigest digest) {

    private interface Reading {
      void read(long byteOffset, ByteBuffer target) throws IOException;
    }

    Downloaded run() throws IOException {
      if (!files.exists(target)) {
        return fetch();
      }
      if (!hasSameContent()) {
        throw nameConflict();
      }
      return downloaded(true);
    }

    private boolean hasSameContent() throws IOException {
      if (!files.isFile(target) || Files.size(target) != source.length()) {
        return false;
      }
      if (source.sha256().isEmpty()) {
        done.add(source.length());
        return true;
      }
      try (ByteSource file = ByteSource.open(target)) {
        read(0, file.length(), file::read);
        file.requireUnchanged();
      }
      return isExpected(Sha256.hex(digest));
    }

    private Downloaded fetch() throws IOException {
      try {
        Files.createDirectories(target.getParent());
        ExportTarget place = ExportTarget.of(target, Replaceable.NOTHING, List.of());
        Optional<String> state = source.state().map(it -> it.substring(0, STATE_DIGITS));
        Draft.Written<Downloaded> written =
            state.isPresent()
                ? Draft.resume(files, place, state.get(), cancellation, this::write)
                : Draft.write(files, place, cancellation, this::write);
        return written.result();
      } catch (FileAlreadyExistsException e) {
        throw nameConflict();
      } catch (FileChangedException | WrongContentException | WrittenException e) {
        throw e;
      } catch (IOException e) {
        throw interrupted(e);
      }
    }

    private Downloaded write(Draft draft) throws IOException {
      long kept = Math.min(draft.byteCount(), source.length());
      read(0, kept, (at, piece) -> draft.read(piece, at));
      try (ByteSource.ReadAnnouncement _ =
          source.announceReads(List.of(new ByteRange(kept, source.length())))) {
        Reading fetching =
            (at, piece) -> {
              source.read(at, piece);
              draft.write(piece.duplicate().flip());
            };
        read(kept, source.length(), fetching);
      }
      String found = Sha256.hex(digest);
      if (draft.byteCount() != source.length() || !isExpected(found)) {
        throw wrongContent(target, server(), source.sha256().orElse("…"), found);
      }
      return downloaded(false);
    }

    private void read(long begin, long end, Reading reading) throws IOException {
      ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
      for (long at = begin; at < end; at += piece.limit()) {
        cancellation.check();
        reading.read(at, piece.clear().limit((int) Math.min(PIECE_BYTES, end - at)));
        digest.update(piece.flip());
        done.add(piece.limit());
      }
    }

    private boolean isExpected(String sha256) {
      return source.sha256().orElse(sha256).equals(sha256);
    }

    private String server() {
      return ((RemoteFileSystem) source.path().getFileSystem()).server();
    }

    private Downloaded downloaded(boolean existed) {
      return new Downloaded(target, source.length(), server(), source.sha256(), existed);
    }

    private SentenceException nameConflict() {
      return new SentenceException(
          Sentence.of(
              "{0} already exists and is not the file on {1}. It was not changed. Choose"
                  + " another folder.",
              PathText.of(target), server()));
    }

    /// Returns the failure of a download, with the number of saved bytes.
    private SentenceException interrupted(IOException cause) throws IOException {
      SentenceException why =
          cause instanceof SentenceException known
              ? known
              : WriteFailures.sentence(PathText.of(target), cause);
      long kept = draftByteCount(files, target);
      return kept == 0
          ? why
          : new SentenceException(
              why.sentence()
                  .then(
                      Sentence.of(
                          "{0} of {1} are saved; download the file again to continue.",
                          new ByteSize(kept), new ByteSize(source.length()))),
              cause);
    }
  }
}
