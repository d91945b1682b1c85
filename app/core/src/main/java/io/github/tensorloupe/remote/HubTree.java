package io.github.tensorloupe.remote;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.ServerReason.NotThereException;
import io.github.tensorloupe.remote.Transport.Asker;
import io.github.tensorloupe.text.Sentence;
import java.net.http.HttpHeaders;

/// The files of a repository of the hub at one commit, which one question usually lists.
/// Thread-safe.
final class HubTree implements RemoteTree {

  private static final int MAX_LISTING_BYTES = 32 << 20;

  /// Folders within folders; each of them is kept with its way.
  private static final int MAX_DEPTH = 32;

  private static final int MAX_PAGES = 1000;
  private static final Pattern NEXT = Pattern.compile("<([^>]+)>;\\s*rel=\"?next\"?");
  private static final Pattern COMMIT = Pattern.compile("[\\w.-]+");
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
    this.folders.put(folder, new LinkedHashSet<>());
    this.commit = list(transport, asker);
  }

  /// @return the commit; the revision where the server names none
  private String list(Transport transport, Asker asker) throws IOException {
    String revision = encoded(address.revision()).replace("/", "%2F");
    URI api = URI.create(endpoint + "/api/models/" + address.repository() + "/");
    try {
      URI one = URI.create(api + "revision/" + revision + "?blobs=true");
      JsonNode repository = json(transport.document(one, MAX_LISTING_BYTES, asker).body());
      if (!repository.path("siblings").isArray()) {
        throw unreadable(null);
      }
      repository.path("siblings").forEach(entry -> add(entry.path("rfilename").asText(), entry));
      String commit = repository.path("sha").asText();
      return COMMIT.matcher(commit).matches() ? commit : address.revision();
    } catch (NotThereException e) {
      // Some mirrors know the pages of the tree only.
      return listPages(api, revision, transport, asker);
    }
  }

  private String listPages(URI api, String revision, Transport transport, Asker asker)
      throws IOException {
    try {
      Optional<String> commit = Optional.empty();
      Optional<String> page = Optional.of(api + "tree/" + revision + "?recursive=true");
      int left = MAX_LISTING_BYTES;
      for (int pages = 0; page.isPresent() && pages < MAX_PAGES; pages++) {
        Transport.Answer listing = transport.document(URI.create(page.get()), left, asker);
        left -= listing.body().length;
        for (JsonNode entry : json(listing.body())) {
          if (!entry.path("type").asText().equals("directory")) {
            add(entry.path("path").asText(), entry);
          }
        }
        commit = commit.or(() -> listing.headers().firstValue("X-Repo-Commit"));
        page = next(listing.headers());
      }
      return commit.filter(it -> COMMIT.matcher(it).matches()).orElse(address.revision());
    } catch (IllegalArgumentException e) {
      throw unreadable(null);
    }
  }

  /// The next page of a listing, on the same hub.
  private Optional<String> next(HttpHeaders headers) {
    return headers
        .firstValue("Link")
        .map(NEXT::matcher)
        .filter(Matcher::find)
        .map(link -> link.group(1).startsWith("/") ? endpoint + link.group(1) : link.group(1))
        .filter(page -> page.startsWith(endpoint + "/"));
  }

  private JsonNode json(byte[] answer) throws SentenceException {
    try {
      return new ObjectMapper().readTree(answer);
    } catch (IOException e) {
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

  private void add(String name, JsonNode entry) {
    List<String> parts = List.of(name.split("/", MAX_DEPTH + 1));
    boolean isPath =
        parts.size() <= MAX_DEPTH && parts.stream().noneMatch(part -> part.matches("\\.{0,2}"));
    if (!isPath) {
      return;
    }
    JsonNode size = entry.path("size");
    Optional<String> sha256 =
        Stream.of("sha256", "oid")
            .map(key -> entry.path("lfs").path(key).asText())
            .filter(it -> SHA256.matcher(it).matches())
            .findFirst();
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
    return new Address.Hub(address.repository(), commit, name).resolved(endpoint);
  }

  /// A path as it stands in an address.
  static String encoded(String path) {
    return Stream.of(path.split("/", -1))
        .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"))
        .collect(Collectors.joining("/"));
  }
}
