package io.github.tensorloupe.remote;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.remote.RemoteFileSystem.Offered;
import io.github.tensorloupe.remote.Transport.Asker;
import io.github.tensorloupe.text.Sentence;

/// The files of a repository of the hub at one commit, which one question lists. Thread-safe.
final class HubTree implements RemoteTree {

  private static final int MAX_LISTING_BYTES = 64 << 20;
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40,64}");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  private final Address.Hub address;
  private final URI endpoint;
  private final RemotePath folder;
  private final String commit;
  private final Map<RemotePath, Entry> files = new LinkedHashMap<>();
  private final Map<RemotePath, Set<String>> folders = new LinkedHashMap<>();

  /// Lists a repository.
  ///
  /// @param folder the path of the repository
  HubTree(Address.Hub address, RemotePath folder, Transport transport, Asker asker)
      throws IOException {
    this.address = address;
    this.folder = folder;
    this.endpoint = transport.settings().endpoint();
    String question =
        "/api/models/%s/revision/%s?blobs=true"
            .formatted(address.repository(), encoded(address.revision()).replace("/", "%2F"));
    URI listing = URI.create(endpoint + question);
    byte[] answer = transport.document(listing, MAX_LISTING_BYTES, asker).bytes();
    try {
      JsonNode repository = new ObjectMapper().readTree(answer);
      commit = repository.path("sha").asText();
      if (!COMMIT.matcher(commit).matches() || !repository.path("siblings").isArray()) {
        throw unreadable(null);
      }
      folders.put(folder, new LinkedHashSet<>());
      repository.path("siblings").forEach(this::add);
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }

  private SentenceException unreadable(IOException cause) {
    return new SentenceException(
        Sentence.of(
            "What {0} says of the repository {1} cannot be understood.",
            Origin.of(endpoint).toString(), address.repository()),
        cause);
  }

  private void add(JsonNode entry) {
    String name = entry.path("rfilename").asText();
    boolean isPath =
        Stream.of(name.split("/", -1))
            .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
    if (!isPath) {
      return;
    }
    JsonNode size = entry.path("size");
    Optional<String> sha256 =
        Optional.of(entry.path("lfs").path("sha256").asText())
            .filter(it -> SHA256.matcher(it).matches());
    RemotePath file = folder.resolve(name);
    OptionalLong length =
        size.canConvertToLong() && size.asLong() >= 0
            ? OptionalLong.of(size.asLong())
            : OptionalLong.empty();
    files.put(file, new Entry(length, sha256, entry.path("lfs").isMissingNode()));
    for (RemotePath at = file; !at.equals(folder); at = at.getParent()) {
      folders
          .computeIfAbsent(at.getParent(), _ -> new LinkedHashSet<>())
          .add(at.getFileName().toString());
    }
  }

  /// The lone files and the sets of shards, whose path is that of their index where they have one,
  /// or else of their folder.
  List<Offered> checkpoints() {
    Map<String, List<RemotePath>> groups = new TreeMap<>(NaturalOrder.INSTANCE);
    for (RemotePath file : files.keySet()) {
      if (file.toString().endsWith(CheckpointFinder.FILE_SUFFIX)) {
        String own = file.getFileName().toString();
        String name = ShardSet.patternOf(own).orElse(own);
        groups
            .computeIfAbsent(
                folder.relativize(file.resolveSibling(name)).toString(), _ -> new ArrayList<>())
            .add(file);
      }
    }
    List<Offered> offered = new ArrayList<>();
    groups.forEach(
        (name, members) -> {
          long bytes = members.stream().mapToLong(it -> files.get(it).byteLength().orElse(0)).sum();
          offered.add(new Offered(pathOf(members), name, members.size(), bytes));
        });
    return offered;
  }

  private RemotePath pathOf(List<RemotePath> members) {
    RemotePath first = members.getFirst();
    return members.size() == 1
        ? first
        : files.keySet().stream()
            .filter(ShardSet::isIndexName)
            .filter(index -> index.getParent().equals(first.getParent()))
            .filter(
                index -> first.getFileName().toString().startsWith(ShardSet.baseName(index) + "-"))
            .findFirst()
            .orElse(first.getParent());
  }

  String commit() {
    return commit;
  }

  @Override
  public Optional<Entry> file(RemotePath path) {
    return Optional.ofNullable(files.get(path));
  }

  @Override
  public Optional<Set<String>> children(RemotePath path) {
    return Optional.ofNullable(folders.get(path));
  }

  @Override
  public URI address(RemotePath file) {
    String name = folder.relativize(file).toString();
    return URI.create(
        "%s/%s/resolve/%s/%s".formatted(endpoint, address.repository(), commit, encoded(name)));
  }

  /// A path as it stands in an address.
  static String encoded(String path) {
    return Stream.of(path.split("/", -1))
        .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"))
        .collect(Collectors.joining("/"));
  }
}
