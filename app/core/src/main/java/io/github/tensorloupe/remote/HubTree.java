package io.github.tensorloupe.remote;

import module java.base;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.ServerReason.NotThereException;
import io.github.tensorloupe.remote.Transport.Asker;
import io.github.tensorloupe.text.Sentence;
import java.net.http.HttpHeaders;

/// The files of a repository of the hub at one commit, which one question usually lists.
/// Thread-safe.
final class HubTree implements RemoteTree {

  private static final int MAX_LISTING_BYTES = 32 << 20;

  /// Deeper files are left out.
  private static final int MAX_DEPTH = 32;

  /// Maximum number of files and folders.
  private static final int MAX_NAMES = 200_000;

  private static final int MAX_PAGES = 250;
  private static final Pattern NEXT = Pattern.compile("<([^<>]+)>;\\s*rel=\"?next\"?");
  private static final Pattern COMMIT = Pattern.compile("(?!\\.{1,2}$)[\\w.-]+");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
  private static final JsonFactory JSON = new JsonFactory();

  /// The members of an entry that are read.
  private static final Set<String> MEMBERS =
      Set.of("rfilename", "path", "type", "size", "lfs.sha256", "lfs.oid");

  private final Address.Hub address;
  private final RemoteSettings settings;
  private final RemotePath folder;
  private final String commit;
  private final Map<RemotePath, Entry> files = new HashMap<>();
  private final Map<RemotePath, Set<String>> folders = new HashMap<>();

  /// Lists a repository.
  ///
  /// @param folder the path of the repository
  HubTree(Address.Hub address, RemotePath folder, Transport transport, Asker asker)
      throws IOException {
    this.address = address;
    this.folder = folder;
    this.settings = transport.settings();
    this.folders.put(folder, new HashSet<>());
    this.commit = list(transport, asker);
  }

  /// @return the commit; the revision where the server names none
  private String list(Transport transport, Asker asker) throws IOException {
    String revision = encoded(address.revision()).replace("/", "%2F");
    URI api = URI.create(settings.endpoint() + "/api/models/" + address.repository() + "/");
    Optional<String> commit;
    try {
      URI one = URI.create(api + "revision/" + revision + "?blobs=true");
      commit = read(transport.document(one, MAX_LISTING_BYTES, asker).body());
    } catch (NotThereException e) {
      // Some mirrors know the pages of the tree only.
      URI first = URI.create(api + "tree/" + revision + "?recursive=true");
      commit = listPages(first, transport, asker);
    }
    return commit.filter(it -> COMMIT.matcher(it).matches()).orElse(address.revision());
  }

  private Optional<String> listPages(URI first, Transport transport, Asker asker)
      throws IOException {
    Optional<String> commit = Optional.empty();
    int left = MAX_LISTING_BYTES;
    Optional<URI> page = Optional.of(first);
    for (int pages = 0; page.isPresent(); pages++) {
      if (pages == MAX_PAGES) {
        throw unreadable(null);
      }
      Transport.Answer listing = transport.document(page.get(), left, asker);
      left -= listing.body().length;
      read(listing.body());
      commit = commit.or(() -> listing.headers().firstValue("X-Repo-Commit"));
      page = next(listing.headers());
    }
    return commit;
  }

  /// The next page of a listing, on the same hub.
  private Optional<URI> next(HttpHeaders headers) throws SentenceException {
    Matcher link = NEXT.matcher(headers.firstValue("Link").orElse(""));
    if (!link.find()) {
      return Optional.empty();
    }
    String page = link.group(1);
    try {
      URI next = new URI(page.startsWith("/") ? settings.endpoint() + page : page);
      if (settings.isOfHub(next)) {
        return Optional.of(next);
      }
    } catch (URISyntaxException e) {
      // Reported below.
    }
    throw unreadable(null);
  }

  /// Adds the files of a listing: an array, or an object with the array `siblings`.
  ///
  /// @return the commit, if the listing names it
  private Optional<String> read(byte[] listing) throws SentenceException {
    try (JsonParser json = JSON.createParser(listing)) {
      boolean hasFiles = json.nextToken() == JsonToken.START_ARRAY;
      if (hasFiles) {
        addAll(json);
      }
      Optional<String> commit = Optional.empty();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        if (name.equals("siblings") && value == JsonToken.START_ARRAY) {
          hasFiles = true;
          addAll(json);
        } else if (name.equals("sha") && value == JsonToken.VALUE_STRING) {
          commit = Optional.of(json.getText());
        } else {
          json.skipChildren();
        }
      }
      if (!hasFiles) {
        throw unreadable(null);
      }
      return commit;
    } catch (IOException e) {
      throw e instanceof SentenceException known ? known : unreadable(e);
    }
  }

  private void addAll(JsonParser json) throws IOException {
    while (json.nextToken() != JsonToken.END_ARRAY) {
      Map<String, String> entry = new HashMap<>();
      if (json.currentToken() == JsonToken.START_OBJECT) {
        readMembers(json, "", entry);
      } else {
        json.skipChildren();
      }
      add(entry);
    }
  }

  /// Reads the members of an object that are needed, without building a tree of the others.
  private static void readMembers(JsonParser json, String prefix, Map<String, String> members)
      throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = prefix + json.currentName();
      JsonToken value = json.nextToken();
      if (value == JsonToken.START_OBJECT && name.equals("lfs")) {
        members.put(name, "");
        readMembers(json, "lfs.", members);
      } else if (value.isScalarValue() && MEMBERS.contains(name)) {
        members.put(name, json.getText());
      } else {
        json.skipChildren();
      }
    }
  }

  private SentenceException unreadable(IOException cause) {
    return new SentenceException(
        Sentence.of(
            "What {0} says of the repository {1} cannot be understood.",
            Origin.of(settings.endpoint()).toString(), address.repository()),
        cause);
  }

  private void add(Map<String, String> entry) throws SentenceException {
    String name = entry.getOrDefault("rfilename", entry.getOrDefault("path", ""));
    String[] parts = name.split("[/\\\\]", MAX_DEPTH + 1);
    boolean isPath =
        parts.length <= MAX_DEPTH && Stream.of(parts).noneMatch(part -> part.matches("\\.{0,2}"));
    if (!isPath || "directory".equals(entry.get("type"))) {
      return;
    }
    String size = entry.getOrDefault("size", "");
    Optional<String> sha256 =
        Stream.of("lfs.sha256", "lfs.oid")
            .map(key -> entry.getOrDefault(key, ""))
            .filter(it -> SHA256.matcher(it).matches())
            .findFirst();
    OptionalLong length =
        LENGTH.matcher(size).matches()
            ? OptionalLong.of(Long.parseLong(size))
            : OptionalLong.empty();
    RemotePath file = folder.resolve(name);
    files.put(file, new Entry(length, sha256, !entry.containsKey("lfs")));
    for (RemotePath at = file; !at.equals(folder); at = at.getParent()) {
      Set<String> names = folders.computeIfAbsent(at.getParent(), _ -> new HashSet<>());
      if (!names.add(at.getFileName().toString())) {
        break;
      }
    }
    if (files.size() + folders.size() > MAX_NAMES) {
      throw new SentenceException(
          Sentence.of(
              "{0} lists more than {1} files and folders in the repository {2}.",
              Origin.of(settings.endpoint()).toString(), MAX_NAMES, address.repository()));
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
    return new Address.Hub(address.repository(), commit, name).resolved(settings.endpoint());
  }

  /// A path as it stands in an address.
  static String encoded(String path) {
    return Stream.of(path.split("/", -1))
        .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"))
        .collect(Collectors.joining("/"));
  }
}
