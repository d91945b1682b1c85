package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.LibraryEntry.Contents;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.text.Sentence;

/// Makes an entry of one candidate by reading the headers of its files. Used once, by one thread.
final class CandidateReader {

  private final Candidate candidate;
  private final Place place;
  private final HeaderMemory headers;
  private final HealthMemory memory;
  private final Map<Dtype, Long> dtypeBytes = new EnumMap<>(Dtype.class);
  private final List<Sentence> refusals = new ArrayList<>();
  private final List<Sentence> failures = new ArrayList<>();
  private Optional<Path> thumbnailFile = Optional.empty();
  private Optional<Health> health = Optional.empty();
  private Instant modified = Instant.EPOCH;
  private long byteLength;
  private long tensorCount;
  private int fileCount;

  CandidateReader(Candidate candidate, Place place, HeaderMemory headers, HealthMemory memory) {
    this.candidate = candidate;
    this.place = place;
    this.headers = headers;
    this.memory = memory;
  }

  LibraryEntry read() {
    candidate
        .faults()
        .forEach(fault -> (fault.isUnreadable() ? failures : refusals).add(fault.sentence()));
    Set<Path> seen = new HashSet<>();
    for (Path file : candidate.files()) {
      try {
        if (seen.add(file.toRealPath())) {
          read(file);
        }
      } catch (IOException e) {
        failures.add(ReadFailures.finding(e).sentence());
      } catch (OutOfMemoryError e) {
        failures.add(Sentence.of("{0} needs more memory than is left.", nameOf(file)));
      }
    }
    candidate.leftovers().forEach(this::count);
    State state = state();
    return new LibraryEntry(
        candidate.name(),
        candidate.path(),
        place,
        candidate.revision(),
        new Contents(byteLength, fileCount, tensorCount, dtypes(), thumbnailFile),
        modified,
        state,
        problem(state),
        health.orElse(Health.UNKNOWN));
  }

  private void read(Path file) throws IOException {
    fileCount++;
    FileSummary summary = headers.of(file);
    byteLength += summary.identity().byteLength();
    tensorCount += summary.tensorCount();
    note(summary.identity().modified());
    summary.dtypeBytes().forEach((dtype, bytes) -> dtypeBytes.merge(dtype, bytes, Long::sum));
    summary
        .refusal()
        .ifPresent(
            sentence ->
                refusals.add(
                    candidate.files().size() == 1
                        ? sentence
                        : Sentence.of("{0}: {1}", nameOf(file), sentence)));
    if (thumbnailFile.isEmpty() && summary.hasThumbnail()) {
      thumbnailFile = Optional.of(file);
    }
    Health known = memory.of(summary.identity(), summary.tensorCount());
    health = Optional.of(health.map(known::and).orElse(known));
  }

  private void count(Leftover leftover) {
    if (leftover.byteLength() > 0) {
      fileCount++;
      byteLength += leftover.byteLength();
    }
    try {
      note(Files.getLastModifiedTime(leftover.file()));
    } catch (IOException e) {
      // It has just been finished; the next look will find it.
      return;
    }
  }

  private void note(FileTime time) {
    if (time.toInstant().isAfter(modified)) {
      modified = time.toInstant();
    }
  }

  private State state() {
    if (!candidate.gaps().isEmpty() || !candidate.leftovers().isEmpty()) {
      return State.INCOMPLETE;
    }
    if (!failures.isEmpty()) {
      return State.UNREADABLE;
    }
    return refusals.isEmpty() ? State.COMPLETE : State.REFUSED;
  }

  private Optional<Sentence> problem(State state) {
    return switch (state) {
      case COMPLETE -> Optional.empty();
      case REFUSED -> Optional.of(refusals.getFirst());
      case UNREADABLE -> Optional.of(failures.getFirst());
      case INCOMPLETE ->
          Stream.concat(
                  candidate.gaps().stream(), candidate.leftovers().stream().map(Leftover::sentence))
              .limit(2)
              .reduce(Sentence::then);
    };
  }

  private List<Dtype> dtypes() {
    return dtypeBytes.entrySet().stream()
        .sorted(Map.Entry.<Dtype, Long>comparingByValue(Comparator.reverseOrder()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static String nameOf(Path file) {
    return DisplayText.of(String.valueOf(file.getFileName()));
  }
}
