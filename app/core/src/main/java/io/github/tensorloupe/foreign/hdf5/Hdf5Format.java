package io.github.tensorloupe.foreign.hdf5;

import module java.base;

import io.github.tensorloupe.foreign.pickle.LeadingPickles;
import io.github.tensorloupe.format.CappedFindings;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.ForeignFormat;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.work.Cancellation;
import io.jhdf.Superblock;
import io.jhdf.Superblock.SuperblockV0V1;
import io.jhdf.Superblock.SuperblockV2V3;
import io.jhdf.SymbolTableEntry;
import io.jhdf.exceptions.UnsupportedHdfException;

/// HDF5 files. All datasets are tensors, and the attributes of the root group are metadata.
public final class Hdf5Format implements ForeignFormat {

  private static final byte[] SIGNATURE =
      "\u0089HDF\r\n\u001a\n".getBytes(StandardCharsets.ISO_8859_1);
  private static final int MIN_USER_BLOCK_BYTES = 512;
  private static final int MAX_USER_BLOCK_BYTES = 1 << 20;

  @Override
  public Optional<ForeignContent> read(ByteSource file, byte[] head, Cancellation cancellation)
      throws IOException {
    OptionalLong begin = begin(file, head);
    return begin.isEmpty()
        ? Optional.empty()
        : Optional.of(read(file, begin.getAsLong(), cancellation));
  }

  /// Returns the file offset of the signature. A user block of 512, 1,024, 2,048, … bytes may
  /// precede it.
  private static OptionalLong begin(ByteSource file, byte[] head) throws IOException {
    for (int at = 0;
        at <= Math.min(MAX_USER_BLOCK_BYTES, file.length() - SIGNATURE.length);
        at = Math.max(MIN_USER_BLOCK_BYTES, 2 * at)) {
      byte[] found =
          at + SIGNATURE.length <= head.length
              ? Arrays.copyOfRange(head, at, at + SIGNATURE.length)
              : file.read(at, SIGNATURE.length);
      if (Arrays.equals(found, SIGNATURE)) {
        return OptionalLong.of(at);
      }
    }
    return OptionalLong.empty();
  }

  private static ForeignContent read(ByteSource file, long begin, Cancellation cancellation)
      throws IOException {
    CappedFindings findings = new CappedFindings(FindingCode.HDF5_MALFORMED);
    if (begin > 0) {
      LeadingPickles.findings(file, cancellation).forEach(findings::add);
    }
    // Listed even if there are many other findings.
    CappedFindings code = new CappedFindings(FindingCode.KERAS_CODE);
    Metadata metadata = Metadata.EMPTY;
    List<ForeignTensor> tensors = List.of();
    boolean isParsed = false;
    Hdf5Storage storage = null;
    try {
      storage = new Hdf5Storage(file, begin, cancellation);
      long root = root(storage, findings);
      Hdf5Tree tree = new Hdf5Tree(storage, findings);
      tensors = tree.read(root);
      isParsed = tree.isRootRead();
      if (isParsed) {
        Hdf5Attributes attributes = Hdf5Attributes.read(storage, root);
        metadata = attributes.metadata();
        for (String attribute : KerasConfig.ATTRIBUTES) {
          attributes
              .text(attribute)
              .map(KerasConfig::read)
              .ifPresent(config -> addCode(config, code));
        }
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      if (storage != null) {
        storage.rethrow();
      }
      findings.note(
          "The HDF5 file cannot be read completely: {0}.", code(e), null, null, reason(e));
    }
    return new ForeignContent(
        FileKind.HDF5,
        FileKind.HDF5.description(),
        isParsed,
        tensors,
        findings.tensors(),
        Set.of(),
        metadata,
        Stream.concat(code.findings().stream(), findings.findings().stream()).toList(),
        ForeignContent.NO_DATA_CHECK);
  }

  private static void addCode(KerasConfig config, CappedFindings findings) {
    for (String layer : config.layers()) {
      findings.note(
          layer.isEmpty()
              ? "Do not load this file with Keras: its configuration contains Python code, which"
                  + " can do anything."
              : "Do not load this file with Keras: the layer \"{0}\" contains Python code, which"
                  + " can do anything.",
          FindingCode.KERAS_CODE,
          null,
          null,
          layer);
    }
    for (String module : config.modules()) {
      findings.note(
          "Do not load this file with Keras: its configuration names the Python module \"{0}\","
              + " which can execute anything.",
          FindingCode.KERAS_CODE, null, null, module);
    }
    for (String module : config.unknownModules()) {
      findings.note(
          "It is unknown whether the Python module \"{0}\" is harmless, which the configuration of"
              + " the Keras model names.",
          FindingCode.KERAS_MODULE, null, null, module);
    }
  }

  /// Returns the address of the root group.
  private static long root(Hdf5Storage storage, CappedFindings findings) {
    Superblock superblock = storage.getSuperblock();
    if (superblock.getBaseAddressByte() != storage.getUserBlockSize()) {
      throw new IllegalArgumentException(
          "the base address is %,d, expected %,d"
              .formatted(superblock.getBaseAddressByte(), storage.getUserBlockSize()));
    }
    if (storage.size() < superblock.getEndOfFileAddress()) {
      findings.note(
          "The HDF5 file is truncated: expected {0} bytes, found {1}.",
          FindingCode.HDF5_MALFORMED, null, null, superblock.getEndOfFileAddress(), storage.size());
    }
    return switch (superblock) {
      case SuperblockV0V1 old ->
          new SymbolTableEntry(storage, old.getRootGroupSymbolTableAddress())
              .getObjectHeaderAddress();
      case SuperblockV2V3 current -> current.getRootGroupObjectHeaderAddress();
      default -> throw new IllegalArgumentException("unknown superblock");
    };
  }

  /// Returns the code of a failure to read a structure, which may be wrapped by jHDF.
  static FindingCode code(Throwable failure) {
    return switch (cause(failure)) {
      case Hdf5Storage.LimitException _, UnsupportedHdfException _, VirtualMachineError _ ->
          FindingCode.HDF5_UNSUPPORTED;
      default -> FindingCode.HDF5_MALFORMED;
    };
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /// Returns a short English description of a failure of jHDF.
  static String reason(Throwable failure) {
    Throwable cause = cause(failure);
    return switch (cause) {
      case StackOverflowError _ -> "its structures are nested too deeply";
      case OutOfMemoryError _ -> "its structures are larger than supported";
      case BufferUnderflowException _, IndexOutOfBoundsException _ -> "a structure ends too early";
      default ->
          Objects.requireNonNullElse(cause.getMessage(), "a structure is invalid")
              .replaceFirst("\\.$", "");
    };
  }
}
