package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.LibraryEntry.Contents;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.model.ReadFailures;

/// Makes an entry of one candidate by reading the headers of its files. Used once, by one thread.
final class CandidateReader {

  private final Candidate candidate;
  private final Place place;
  private final HeaderMemory headers;
  private final HealthMemory memory;
  private final Map<Dtype, Long> dtypeBytes = new EnumMap<>(Dtype.class);
  private final List<String> refusals = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
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
        failures.add(ReadFailures.finding(e).message());
      } catch (OutOfMemoryError e) {
        failures.add("%s needs more memory than is left.".formatted(nameOf(file)));
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
        message(state),
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
                    candidate.files().size() == 1 ? sentence : nameOf(file) + ": " + sentence));
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

  private String message(State state) {
    return switch (state) {
      case COMPLETE -> "";
      case REFUSED -> refusals.getFirst();
      case UNREADABLE -> failures.getFirst();
      case INCOMPLETE -> {
        List<String> sentences = new ArrayList<>(candidate.gaps());
        candidate.leftovers().forEach(each -> sentences.add(FolderCandidates.sentence(each)));
        yield String.join(" ", sentences.subList(0, Math.min(2, sentences.size())));
      }
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
