package io.github.tensorloupe.foreign.hdf5;

import module java.base;

import io.github.tensorloupe.format.CappedFindings;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ForeignTensor;
import io.jhdf.Constants;
import io.jhdf.GroupSymbolTableNode;
import io.jhdf.LocalHeap;
import io.jhdf.ObjectHeader;
import io.jhdf.SymbolTableEntry;
import io.jhdf.Utils;
import io.jhdf.btree.BTreeV1;
import io.jhdf.object.message.DataSpaceMessage;
import io.jhdf.object.message.DataTypeMessage;
import io.jhdf.object.message.LinkInfoMessage;
import io.jhdf.object.message.LinkMessage;
import io.jhdf.object.message.SymbolTableMessage;

/// The groups of a file. Finds the datasets without recursion. Soft links are ignored, because they
/// lead to objects that have another path; external links are never opened.
final class Hdf5Tree {

  private static final int MAX_DEPTH = 1000;
  private static final int MAX_LINKS = 1 << 20;
  private static final int SOFT_LINK = 2;

  /// Bytes before the identifier of a link in an index of names.
  private static final int HASH_BYTES = 4;

  private static final Comparator<String> CODE_POINTS =
      Comparator.comparing(path -> path.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  /// An object at a path.
  ///
  /// @param path the components, separated by `/`; empty for the root
  /// @param parent the group that contains the object; null for the root
  private record Item(String path, long address, Item parent, int depth) {

    boolean isInside(long group) {
      for (Item each = this; each != null; each = each.parent) {
        if (each.address == group) {
          return true;
        }
      }
      return false;
    }
  }

  /// @param address the address of the object header, which all names of a dataset share
  private record Dataset(long address, ForeignTensor tensor) {}

  private final Hdf5Storage storage;
  private final CappedFindings findings;
  private final Hdf5Dataset datasets;
  private final SortedMap<String, Dataset> tensors = new TreeMap<>(CODE_POINTS);
  private final Deque<Item> pending = new ArrayDeque<>();
  private boolean isRootRead;

  Hdf5Tree(Hdf5Storage storage, CappedFindings findings) {
    this.storage = storage;
    this.findings = findings;
    this.datasets =
        new Hdf5Dataset(storage, new ChunkedElements.Cache(ChunkedElements.Cache.DEFAULT_BYTES));
  }

  /// Returns the tensors, ordered by the code points of their paths.
  List<ForeignTensor> read(long root) throws IOException {
    pending.push(new Item("", root, null, 0));
    while (!pending.isEmpty() && !storage.isExhausted()) {
      Item item = pending.pop();
      try {
        visit(item);
        isRootRead = true;
      } catch (Hdf5Dataset.UnsupportedException e) {
        noteUnsupported(item, e.getMessage());
      } catch (Hdf5Dataset.DamagedException e) {
        storage.rethrow();
        add(item, e.tensor());
        noteMalformed(item, e);
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
        storage.rethrow();
        noteFailure(item, e);
      }
    }
    return withSharing();
  }

  /// Returns false if not even the root group could be read.
  boolean isRootRead() {
    return isRootRead;
  }

  private void note(String sentence, FindingCode code, String path, Object... more) {
    Object[] arguments = Stream.concat(Stream.of(path), Arrays.stream(more)).toArray();
    findings.note(sentence, code, path, null, arguments);
  }

  private void noteUnsupported(Item item, String reason) {
    note(
        "The HDF5 dataset \"{0}\" cannot be shown as a tensor: {1}.",
        FindingCode.TENSOR_UNSUPPORTED, item.path(), reason);
  }

  private void noteFailure(Item item, Throwable failure) {
    switch (HeaderScan.find(storage, item.address()).orElse(null)) {
      case EXTERNAL ->
          note(
              "The values of \"{0}\" are in other files, which are not opened.",
              FindingCode.HDF5_EXTERNAL, item.path());
      case OPAQUE -> noteUnsupported(item, "opaque");
      case LARGE -> noteUnsupported(item, "more than 2,147,483,647 elements in a dimension");
      case null -> noteMalformed(item, failure);
    }
  }

  private void noteMalformed(Item item, Throwable failure) {
    String path = item.path().isEmpty() ? "/" : item.path();
    findings.note(
        "The HDF5 object \"{0}\" cannot be read: {1}.",
        Hdf5Format.code(failure),
        item.path().isEmpty() ? null : item.path(),
        null,
        path,
        Hdf5Format.reason(failure));
  }

  private void visit(Item item) throws IOException {
    ObjectHeader header = ObjectHeader.readObjectHeader(storage, item.address());
    if (header.hasMessageOfType(DataSpaceMessage.class)) {
      add(item, datasets.tensor(item.path(), header));
    } else if (!header.hasMessageOfType(DataTypeMessage.class)) {
      if (item.depth() >= MAX_DEPTH) {
        throw new Hdf5Storage.LimitException("more than " + MAX_DEPTH + " nested groups");
      }
      if (header.hasMessageOfType(SymbolTableMessage.class)) {
        visitTable(item, header.getMessageOfType(SymbolTableMessage.class));
      } else {
        visitLinks(item, header);
      }
    }
  }

  private void add(Item item, ForeignTensor tensor) {
    if (tensors.putIfAbsent(item.path(), new Dataset(item.address(), tensor)) != null) {
      throw new IllegalArgumentException("the name is repeated");
    }
  }

  private void visitTable(Item group, SymbolTableMessage table) {
    ByteBuffer names = new LocalHeap(storage, table.getLocalHeapAddress()).getDataBuffer();
    for (long node :
        BTreeV1.createGroupBTree(storage, table.getBTreeAddress()).getChildAddresses()) {
      for (SymbolTableEntry entry :
          new GroupSymbolTableNode(storage, node).getSymbolTableEntries()) {
        if (entry.getCacheType() != SOFT_LINK) {
          names.position(entry.getLinkNameOffset());
          push(group, Utils.readUntilNull(names), entry.getObjectHeaderAddress());
        }
      }
    }
  }

  private void visitLinks(Item group, ObjectHeader header) {
    LinkInfoMessage info = header.getMessageOfType(LinkInfoMessage.class);
    if (info.getBTreeNameIndexAddress() == Constants.UNDEFINED_ADDRESS) {
      header.getMessagesOfType(LinkMessage.class).forEach(link -> visit(group, link));
      return;
    }
    ObjectHeap heap = new ObjectHeap(storage, info.getFractalHeapAddress());
    for (ByteBuffer each :
        RecordTree.records(storage, info.getBTreeNameIndexAddress(), MAX_LINKS)) {
      ByteBuffer link = heap.object(each.position(HASH_BYTES));
      visit(group, LinkMessage.fromBuffer(link, storage.getSuperblock()));
    }
  }

  private void visit(Item group, LinkMessage link) {
    switch (link.getLinkType()) {
      case HARD -> push(group, link.getLinkName(), link.getHardLinkAddress());
      case SOFT -> {
        // The target has its own path.
      }
      case EXTERNAL ->
          note(
              "The link \"{0}\" leads to \"{1}\" in the file \"{2}\", which is not opened.",
              FindingCode.HDF5_EXTERNAL,
              pathOf(group, link.getLinkName()),
              link.getExternalPath(),
              link.getExternalFile());
    }
  }

  private void push(Item group, String name, long address) {
    if (pending.size() >= MAX_LINKS) {
      throw new Hdf5Storage.LimitException("the number of links is larger than supported");
    }
    if (!group.isInside(address)) {
      pending.push(new Item(pathOf(group, name), address, group, group.depth() + 1));
    }
  }

  private String pathOf(Item group, String name) {
    String path = group.path().isEmpty() ? name : group.path() + "/" + name;
    storage.spend(path.length());
    return path;
  }

  /// Returns the tensors. If a dataset has several names, its tensors share with the first one.
  private List<ForeignTensor> withSharing() {
    Map<Long, String> names = new HashMap<>();
    List<ForeignTensor> all = new ArrayList<>();
    tensors.forEach(
        (path, dataset) -> {
          Optional<String> first = Optional.ofNullable(names.putIfAbsent(dataset.address(), path));
          all.add(dataset.tensor().sharing(first));
        });
    return all;
  }
}
