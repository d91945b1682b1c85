package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.HeaderText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.SplicedHeader;
import io.github.tensorloupe.format.UnwritableHeaderException;
import io.github.tensorloupe.integrity.signature.SignedModel;
import io.github.tensorloupe.model.AbsolutePaths;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations.Restriction;
import io.github.tensorloupe.save.Obstacle.Kind;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.save.SavePlan.FileLinks;
import io.github.tensorloupe.text.Sentence;

/// Plans a save: the strategy, the bytes to write, and the obstacles.
record SavePlanner(
    FileOperations operations,
    TensorFile file,
    SaveOptions options,
    Destination destination,
    FileIdentity identity,
    List<Obstacle> obstacles) {

  SavePlanner(
      FileOperations operations, TensorFile file, SaveOptions options, Destination destination)
      throws IOException {
    this(operations, file, options, destination, file.identity(), new ArrayList<>());
  }

  /// @param metadata the complete new metadata, in order
  SavePlan plan(Metadata metadata) throws IOException {
    if (file.isRefused()) {
      // Added first, because an unfinished save may be the cause of an incomplete header.
      addUnfinished();
      String error = file.reading().loadError().orElseThrow().variant();
      Sentence sentence =
          file.foreign().isPresent()
              ? Sentence.of(
                  "{0} cannot be edited: it is {1}. Only safetensors files are edited.",
                  PathText.of(file.path()), file.foreign().get().description())
              : Sentence.of(
                  "{0} cannot be saved: readers refuse it as it is ({1}).",
                  PathText.of(file.path()), error);
      add(Kind.REFUSED_FILE, sentence.then(SaveSentences.UNCHANGED));
      return plan(Strategy.NONE, false, new PlannedHeader(0, new byte[0], 0), 0);
    }
    int oldLength = Math.toIntExact(file.reading().headerLength().orElseThrow());
    byte[] old = file.bytes().read(Preface.BYTE_COUNT, oldLength);
    HeaderText text = text(old);
    try {
      SplicedHeader spliced = text.withMetadata(metadata);
      HeaderLayout layout = new HeaderLayout(spliced, oldLength, text.freeByteCount(), options);
      boolean isSame = text.hasMetadata(metadata);
      boolean fits = layout.fitsInPlace();
      Strategy strategy = strategy(layout, isSame);
      boolean keepsLength = fits && (isSame || strategy == Strategy.IN_PLACE);
      int length = keepsLength ? oldLength : layout.rewrittenLength();
      byte[] bytes = strategy == Strategy.NONE ? old : spliced.toBytes(length);
      PlannedHeader header = new PlannedHeader(oldLength, bytes, spliced.minLength());
      long fileLength = Preface.BYTE_COUNT + length + file.dataLength().orElseThrow();
      return plan(strategy, fits && !destination.isCopy(), header, fileLength);
    } catch (UnwritableHeaderException e) {
      Sentence sentence =
          Sentence.of("{0} cannot be saved. {1}", PathText.of(file.path()), e.sentence());
      add(Kind.UNWRITABLE_HEADER, sentence.then(SaveSentences.UNCHANGED));
      return plan(Strategy.NONE, false, new PlannedHeader(oldLength, old, oldLength), 0);
    }
  }

  /// @throws SaveException if the header has changed since the file was opened
  private HeaderText text(byte[] header) throws SaveException {
    try {
      HeaderText text = HeaderText.of(header);
      if (text.hasMetadata(file.header().metadata().orElse(Metadata.EMPTY))) {
        return text;
      }
      throw SaveSentences.changed(file.path(), file.path());
    } catch (IllegalArgumentException e) {
      SaveException changed = SaveSentences.changed(file.path(), file.path());
      changed.initCause(e);
      throw changed;
    }
  }

  private Strategy strategy(HeaderLayout layout, boolean isSame) throws IOException {
    if (destination.isCopy()) {
      return Strategy.REWRITE;
    }
    if (isSame && !layout.mustMoveData() && !layout.lacksRoom()) {
      return Strategy.NONE;
    }
    boolean fits = layout.fitsInPlace();
    return switch (options.strategy()) {
      case AUTO -> fits && prefersInPlace() ? Strategy.IN_PLACE : Strategy.REWRITE;
      case REWRITE -> Strategy.REWRITE;
      case IN_PLACE -> {
        if (!fits) {
          add(Kind.NO_ROOM_IN_PLACE, missingRoom(layout));
        }
        yield Strategy.IN_PLACE;
      }
    };
  }

  private Sentence missingRoom(HeaderLayout layout) {
    Sentence reason =
        layout.mustMoveData()
            ? Sentence.of("the data would have to move")
            : Sentence.of("the new header needs more room");
    String name = PathText.of(file.path());
    return Sentence.of("{0} cannot be saved in place: {1}. A rewrite can save it.", name, reason)
        .then(SaveSentences.UNCHANGED);
  }

  /// Returns true if `AUTO` prefers an in-place save: for large files, and for files with several
  /// names if the user only allows that strategy for them.
  boolean prefersInPlace() throws IOException {
    boolean mayEdit = options.allows(Permission.EDIT_LINKS);
    return mayEdit != options.allows(Permission.SPLIT_LINKS) && links().hardLinkCount() > 1
        ? mayEdit
        : file.bytes().length() >= options.inPlaceFromBytes();
  }

  private void add(Kind kind, Sentence sentence) {
    obstacles.add(new Obstacle(kind, sentence));
  }

  /// @param reason the reason, without a period
  private void addRefusal(Kind kind, Sentence reason) {
    add(kind, SaveSentences.unchanged(destination.target(), reason).sentence());
  }

  private void addUnfinished() {
    try {
      new Recovery(operations)
          .inspect(destination.target())
          .map(interrupted -> interrupted.sentence().then(Sentence.of("Nothing was saved.")))
          .ifPresent(sentence -> add(Kind.UNFINISHED_SAVE, sentence));
    } catch (IOException e) {
      addRefusal(
          Kind.UNFINISHED_SAVE,
          Sentence.of(
              "another save of it is under way or was interrupted, and which cannot be found out:"
                  + " {0}",
              SaveSentences.reason(e)));
    }
  }

  /// Creates the plan and checks for obstacles.
  ///
  /// @param fileLength the length of the file in bytes after a rewrite
  SavePlan plan(Strategy strategy, boolean fitsInPlace, PlannedHeader header, long fileLength)
      throws IOException {
    long byteCount =
        switch (strategy) {
          case NONE -> 0;
          case IN_PLACE -> InPlaceSave.byteCount(operations, header, file.bytes().length());
          case REWRITE -> fileLength;
        };
    FileLinks links = links();
    if (strategy != Strategy.NONE) {
      addUnfinished();
      addTargetObstacles(links);
      checkLinks(links.hardLinkCount(), strategy, fitsInPlace);
      int before = obstacles.size();
      checkRestrictions(strategy, fitsInPlace);
      if (obstacles.size() == before) {
        checkPermissions();
      }
      checkSpace(byteCount);
    }
    return new SavePlan(
        file.path(),
        destination.target(),
        destination.isCopy(),
        replaced(),
        strategy,
        byteCount,
        header,
        identity,
        links,
        obstacles,
        options);
  }

  private Optional<FileIdentity> replaced() throws IOException {
    Path target = destination.target();
    return !destination.isCopy()
        ? Optional.of(identity)
        : destination.replaces() && operations.exists(target) && operations.isFile(target)
            ? Optional.of(operations.identity(target))
            : Optional.empty();
  }

  private FileLinks links() throws IOException {
    Path target = destination.target();
    boolean exists = operations.exists(target);
    return new FileLinks(
        operations.isLink(destination.path()) && exists ? Optional.of(target) : Optional.empty(),
        exists ? operations.hardLinkCount(target) : 1,
        CacheBlob.nameOf(target, operations),
        Stream.of(AbsolutePaths.of(destination.path()), target)
            .filter(_ -> exists)
            .distinct()
            .flatMap(path -> SignedModel.covering(path).stream())
            .findFirst());
  }

  private void addTargetObstacles(FileLinks links) throws IOException {
    Path target = destination.target();
    if (destination.isCopy() && operations.exists(target)) {
      if (!destination.replaces()) {
        addRefusal(Kind.FILE_EXISTS, Sentence.of("a file with this name already exists"));
      } else if (!operations.isFile(target)) {
        addRefusal(Kind.FILE_EXISTS, Sentence.of("this name belongs to a folder or a device"));
      }
    }
    if (links.cacheBlob().isPresent() && !options.allows(Permission.EDIT_CACHE)) {
      addRefusal(
          Kind.CACHE_BLOB,
          Sentence.of(
              "it belongs to a Hugging Face cache that names it by its hash, which an edit"
                  + " breaks; save a copy, or allow it (--edit-cache)"));
    }
  }

  private void checkLinks(int count, Strategy strategy, boolean fitsInPlace) {
    boolean isInPlace = strategy == Strategy.IN_PLACE;
    if (count == 1 || options.allows(isInPlace ? Permission.EDIT_LINKS : Permission.SPLIT_LINKS)) {
      return;
    }
    if (isInPlace) {
      addRefusal(
          Kind.LINKED_IN_PLACE,
          Sentence.of(
              "it has {0} names (hard links), and a save in place changes it for all of them; allow"
                  + " that (--edit-links), or rewrite it for this name alone (--strategy rewrite"
                  + " --split-links)",
              count));
    } else {
      addRefusal(
          Kind.HARD_LINKS,
          fitsInPlace
              ? Sentence.of(
                  "it has {0} names (hard links), and a rewrite changes only this one; allow that"
                      + " (--split-links), or save in place for all of them (--strategy in-place"
                      + " --edit-links)",
                  count)
              : Sentence.of(
                  "it has {0} names (hard links), and a rewrite changes only this one; allow that"
                      + " (--split-links)",
                  count));
    }
  }

  private void checkRestrictions(Strategy strategy, boolean fitsInPlace) throws IOException {
    if (isProtected(restrictions(destination.target().getParent()))) {
      addRefusal(
          Kind.NO_PERMISSION,
          Sentence.of(
              "in its folder no file can be replaced or deleted (chattr +a or +i); save a copy"
                  + " elsewhere"));
    }
    Sentence alternative =
        fitsInPlace
            ? Sentence.of("save it in place (--strategy in-place)")
            : Sentence.of("save a copy");
    Set<Restriction> ofFile = restrictions(destination.target());
    if (isProtected(ofFile)) {
      addRefusal(
          Kind.NO_PERMISSION,
          Sentence.of(
              "it is protected against changes (chattr +a or +i); remove the protection"
                  + " (chattr -a -i), or save a copy"));
    } else if (strategy == Strategy.REWRITE && ofFile.contains(Restriction.MOUNT_POINT)) {
      Sentence reason =
          Sentence.of("it is a mount point, which cannot be replaced; {0}", alternative);
      addRefusal(Kind.NO_PERMISSION, reason);
    } else if (strategy == Strategy.REWRITE && ofFile.contains(Restriction.STICKY_FOLDER)) {
      addRefusal(
          Kind.NO_PERMISSION,
          Sentence.of(
              "it belongs to another user, and in its folder only owners may replace files; {0}",
              alternative));
    }
  }

  private Set<Restriction> restrictions(Path path) throws IOException {
    return operations.exists(path) ? operations.restrictions(path) : Set.of();
  }

  private static boolean isProtected(Set<Restriction> restrictions) {
    return restrictions.contains(Restriction.APPEND_ONLY)
        || restrictions.contains(Restriction.IMMUTABLE);
  }

  private void checkPermissions() throws IOException {
    Path target = destination.target();
    Path folder = target.getParent();
    if (operations.exists(target) && !operations.isWritable(target)) {
      Sentence reason = Sentence.of("it is read-only, or you have no permission to write it");
      addRefusal(Kind.NO_PERMISSION, reason);
    } else if (!operations.isWritable(folder)) {
      String name = PathText.of(folder);
      Sentence reason = Sentence.of("you have no permission to write into its folder {0}", name);
      addRefusal(Kind.NO_PERMISSION, reason);
    }
  }

  private void checkSpace(long byteCount) throws IOException {
    Path folder = destination.target().getParent();
    long free = operations.exists(folder) ? operations.freeByteCount(folder) : byteCount;
    if (free < byteCount) {
      addRefusal(
          Kind.NO_SPACE,
          Sentence.of(
              "it needs {0} {0#byte|bytes} on the disk, and {1} {1#byte|bytes} are free",
              byteCount, free));
    }
  }
}
