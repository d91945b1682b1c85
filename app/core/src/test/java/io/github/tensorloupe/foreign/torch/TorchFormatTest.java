package io.github.tensorloupe.foreign.torch;

import static io.github.tensorloupe.testing.TorchFile.call;
import static io.github.tensorloupe.testing.TorchFile.number;
import static io.github.tensorloupe.testing.TorchFile.text;
import static io.github.tensorloupe.testing.TorchFile.tuple;
import static io.github.tensorloupe.testing.TorchFile.view;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TorchFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TorchFormatTest {

  @TempDir Path folder;

  private TensorFile open(byte[] bytes) throws IOException {
    return TensorFile.open(Files.write(folder.resolve("file.pt"), bytes));
  }

  private static List<String> names(TensorFile file) {
    return file.tensorsInFileOrder().stream().map(TensorInfo::name).toList();
  }

  private static List<String> problems(TensorFile file) {
    return file.findings().stream()
        .filter(each -> !each.code().spelling().matches("foreign-format|zip-compressed"))
        .map(each -> each.code().spelling() + each.tensor().map(name -> " " + name).orElse(""))
        .toList();
  }

  private static Optional<TensorData> data(TensorFile file, String name) {
    return file.tensorsInFileOrder().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .flatMap(file::data);
  }

  private static List<Float> floats(TensorFile file, String name) throws IOException {
    TensorData data = data(file, name).orElseThrow();
    byte[] bytes = data.file().read(data.range().begin(), (int) data.range().byteCount());
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    List<Float> floats = new ArrayList<>();
    while (buffer.hasRemaining()) {
      floats.add(buffer.getFloat());
    }
    return floats;
  }

  private static boolean isDirect(TensorFile file, String name) {
    return data(file, name).orElseThrow().file() == file.bytes();
  }

  @ParameterizedTest
  @ValueSource(strings = {"zip", "deflated", "big-endian", "legacy"})
  void viewsHaveTheirElements(String layout) throws IOException {
    TorchFile torch = new TorchFile();
    switch (layout) {
      case "deflated" -> torch.deflated();
      case "big-endian" -> torch.bigEndian();
      case "legacy" -> torch.legacy();
      default -> {}
    }
    torch
        .floats("s", 12)
        .entry("whole", torch.tensor("s", 12, 0, tuple(3, 4), tuple(4, 1)))
        .entry("part", torch.tensor("s", 12, 4, tuple(1, 4), tuple(99, 1)))
        .entry("transposed", torch.tensor("s", 12, 0, tuple(2, 3), tuple(1, 4)))
        .entry("expanded", torch.tensor("s", 12, 5, tuple(2, 2), tuple(0, 1)))
        .entry("scalar", torch.tensor("s", 12, 7, tuple(), tuple()))
        .entry("tied", torch.tensor("s", 12, 0, tuple(3, 4), tuple(4, 1)))
        .entry("empty", torch.tensor("s", 12, 0, tuple(0, 4), tuple(4, 1)));

    try (TensorFile file = open(torch.write())) {
      assertThat(file.isIntact()).isTrue();
      assertThat(file.kind())
          .isEqualTo(layout.equals("legacy") ? FileKind.PYTORCH_LEGACY : FileKind.PYTORCH_ZIP);
      assertThat(names(file))
          .containsExactly("whole", "part", "transposed", "expanded", "scalar", "tied", "empty");
      assertThat(problems(file)).containsExactly("shared-tensor tied");
      assertThat(floats(file, "whole"))
          .containsExactly(0f, 1f, 2f, 3f, 4f, 5f, 6f, 7f, 8f, 9f, 10f, 11f);
      assertThat(floats(file, "part")).containsExactly(4f, 5f, 6f, 7f);
      assertThat(floats(file, "transposed")).containsExactly(0f, 4f, 8f, 1f, 5f, 9f);
      assertThat(floats(file, "expanded")).containsExactly(5f, 6f, 5f, 6f);
      assertThat(floats(file, "scalar")).containsExactly(7f);
      boolean isPlain = layout.equals("zip") || layout.equals("legacy");
      assertThat(isDirect(file, "whole")).isEqualTo(isPlain);
      assertThat(isDirect(file, "part")).isEqualTo(isPlain);
      assertThat(isDirect(file, "transposed")).isFalse();
    }
  }

  @Test
  void flagsNegateNumbers() throws IOException {
    TorchFile torch = new TorchFile().floats("s", 4);
    String complex = torch.storage("torch.ComplexFloatStorage", "s", 2);
    torch
        .entry("conj", view(complex, 0, tuple(2), tuple(1), "}U\u0004conj\u0088s"))
        .entry("both", view(complex, 0, tuple(2), tuple(1), "}(U\u0004conj\u0088U\u0003neg\u0088u"))
        .entry(
            "neg",
            view(
                torch.storage("torch.FloatStorage", "s", 4),
                1,
                tuple(2),
                tuple(2),
                "}U\u0003neg\u0088s"));

    try (TensorFile file = open(torch.write())) {
      assertThat(floats(file, "conj")).containsExactly(0f, -1f, 2f, -3f);
      assertThat(floats(file, "both")).containsExactly(-0f, 1f, -2f, 3f);
      assertThat(floats(file, "neg")).containsExactly(-1f, -3f);
    }
  }

  @Test
  void reconstructionFunctionsReturnTensors() throws IOException {
    TorchFile torch = new TorchFile().floats("s", 4);
    String plain = torch.tensor("s", 4, 0, tuple(4), tuple(1));
    String untyped = torch.storage("torch.storage.UntypedStorage", "s", 16);
    String hooks = call("collections.OrderedDict");
    torch
        .entry("parameter", call("torch._utils._rebuild_parameter", plain, "\u0088", hooks))
        .entry(
            "v1",
            call(
                "torch._utils._rebuild_tensor",
                torch.storage("torch.FloatStorage", "s", 4),
                number(1),
                tuple(2),
                tuple(1)))
        .entry(
            "v3",
            call(
                "torch._utils._rebuild_tensor_v3",
                untyped,
                number(4),
                tuple(2, 2),
                tuple(2, 1),
                "\u0089",
                hooks,
                "ctorch\nuint16\n"))
        .entry(
            "f4",
            call(
                "torch._utils._rebuild_tensor_v3",
                untyped,
                number(0),
                tuple(2, 8),
                tuple(8, 1),
                "\u0089",
                hooks,
                "ctorch\nfloat4_e2m1fn_x2\n"))
        .entry(
            "typed",
            call(
                "torch._tensor._rebuild_from_type_v2",
                "ctorch._utils\n_rebuild_tensor\n",
                "ctorch\nTensor\n",
                "("
                    + torch.storage("torch.FloatStorage", "s", 4)
                    + number(2)
                    + tuple(2)
                    + tuple(1)
                    + "t",
                "N"))
        .entry("sparse", call("torch._utils._rebuild_sparse_tensor", "N"))
        .entry(
            "complex",
            view(torch.storage("torch.ComplexDoubleStorage", "s", 1), 0, tuple(1), tuple(1), ""));

    try (TensorFile file = open(torch.write())) {
      assertThat(problems(file))
          .containsExactly("tensor-unsupported sparse", "tensor-unsupported complex");
      assertThat(
              file.tensorsInFileOrder().stream()
                  .map(each -> each.name() + each.dtype() + each.shape()))
          .containsExactly(
              "parameterF32[4]", "v1F32[2]", "v3U16[2, 2]", "f4F4[2, 16]", "typedF32[2]");
      assertThat(floats(file, "typed")).containsExactly(2f, 3f);
      assertThat(floats(file, "v3")).containsExactly(2f, 3f);
    }
  }

  @Test
  void namesAndTextsFollowThePath() throws IOException {
    TorchFile torch = new TorchFile().floats("s", 1);
    String tensor = torch.tensor("s", 1, 0, tuple(1), tuple(1));
    torch
        .entry("a.b", tensor)
        .entry(
            "a",
            "}(U\u0001b" + tensor + "K\u0005" + tensor + "\u0088" + tensor + "N" + tensor + "u")
        .entry("list", "](" + tensor + "K\u0007N\u0089U\u0001xC\u0001ye")
        .entry(
            "module",
            "cmy.net\nNet\n)\u0081}(U\u000b_parameters}U\u0001w"
                + tensor
                + "sU\u0008_modules}U\u0003sub"
                + "cmy.net\nNet\n)\u0081}U\u0008_buffers}U\u0001v"
                + tensor
                + "ssbsU\u0004stepK\u0003ub")
        .entry(
            "slots", "cmy.net\nS\n)\u0081}U\u0001d" + tensor + "s}U\u0001e" + tensor + "s\u0086b")
        .entry("arguments", call("my.net.f", tensor, number(9)))
        .entry("self", "}q\u0005U\u0001mh\u0005s");

    try (TensorFile file = open(torch.write())) {
      assertThat(names(file))
          .containsExactly(
              "a.b",
              "a.b#2",
              "a.5",
              "a.true",
              "a.3",
              "list.0",
              "module.w",
              "module.sub.v",
              "slots.d",
              "slots.e",
              "arguments.0");
      assertThat(problems(file)).contains("name-collision a.b#2", "pickle-cycle");
      assertThat(file.foreign().orElseThrow().metadata().entries())
          .isEqualTo(
              Map.of(
                  "list.1",
                  "7",
                  "list.3",
                  "false",
                  "list.4",
                  "x",
                  "module.step",
                  "3",
                  "arguments.1",
                  "9"));
    }
    try (TensorFile file = open(torch.write("\u0080\u0002" + tensor + "."))) {
      assertThat(names(file)).containsExactly("tensor");
    }
  }

  @Test
  void damagedTensorsLeaveTheOthersReadable() throws IOException {
    TorchFile torch = new TorchFile().floats("s", 4);
    torch
        .entry("fine", torch.tensor("s", 4, 0, tuple(4), tuple(1)))
        .entry("beyond", torch.tensor("s", 4, 1, tuple(4), tuple(1)))
        .entry("negative", torch.tensor("s", 4, 0, tuple(-1), tuple(1)))
        .entry("strides", torch.tensor("s", 4, 0, tuple(2, 2), tuple(1)))
        .entry("overflow", torch.tensor("s", 4, 0, tuple(1L << 62, 8, 0), tuple(0, 0, 0)))
        .entry("rank", torch.tensor("s", 4, 0, tuple(new long[65]), tuple(new long[65])))
        .entry("missing", torch.tensor("x", 4, 0, tuple(4), tuple(1)))
        .entry("path", torch.tensor("../data.pkl", 4, 0, tuple(4), tuple(1)))
        .entry("size", torch.tensor("s", 5, 0, tuple(4), tuple(1)))
        .entry("opaque", view(call("my.f", text("x")), 0, tuple(1), tuple(1), ""))
        .entry("huge", torch.tensor("s", 4, 0, tuple(1L << 40, 1L << 20), tuple(0, 0)));

    try (TensorFile file = open(torch.write())) {
      assertThat(file.isIntact()).isFalse();
      assertThat(names(file)).containsExactly("fine", "missing", "path", "size", "huge");
      assertThat(problems(file))
          .containsExactlyInAnyOrder(
              "tensor-out-of-bounds beyond",
              "tensor-out-of-bounds negative",
              "tensor-out-of-bounds strides",
              "tensor-out-of-bounds overflow",
              "tensor-out-of-bounds rank",
              "storage-missing missing",
              "storage-missing path",
              "storage-size size",
              "tensor-unsupported opaque",
              "tensor-expanded huge",
              "pickle-unknown-global");
      assertThat(floats(file, "fine")).containsExactly(0f, 1f, 2f, 3f);
      assertThat(data(file, "huge")).isEmpty();
      assertThat(data(file, "missing")).isEmpty();
    }
  }

  @Test
  void storagesOfACutFileAreReadableUpToTheCut() throws IOException {
    TorchFile torch = new TorchFile().legacy().floats("s", 4).floats("t", 4);
    torch
        .entry("first", torch.tensor("s", 4, 0, tuple(4), tuple(1)))
        .entry("second", torch.tensor("t", 4, 0, tuple(4), tuple(1)));
    byte[] whole = torch.write();

    for (int missing : new int[] {1, 16, 20, 24}) {
      try (TensorFile file = open(Arrays.copyOf(whole, whole.length - missing))) {
        assertThat(problems(file)).containsExactly("truncated second");
        assertThat(floats(file, "first")).containsExactly(0f, 1f, 2f, 3f);
      }
    }
  }

  @Test
  void namesOfClassesInTheOldFormatAreWrappedInIds() throws IOException {
    TorchFile torch = new TorchFile().legacy().floats("s", 1);
    torch.entry(
        "m",
        "(U\u0006modulecmy.net\nNet\nNNtQ)\u0081}U\u0001w"
            + torch.tensor("s", 1, 0, tuple(1), tuple(1))
            + "sb");

    try (TensorFile file = open(torch.write())) {
      assertThat(names(file)).containsExactly("m.w");
    }
  }

  @Test
  void manyReferencesToOneTensorAreBounded() throws IOException {
    TorchFile torch = new TorchFile().floats("s", 1);
    String tensor = torch.tensor("s", 1, 0, tuple(1), tuple(1));

    try (TensorFile file =
        open(
            torch.write(
                "\u0080\u0002](" + tensor + "q\u0001" + "h\u0001".repeat(700_000) + "e."))) {
      assertThat(problems(file)).containsExactly("pickle-limit");
      assertThat(names(file)).isEmpty();
    }
    String nested = "\u0080\u0002" + tensor + "\u00852\u00862\u0086".repeat(30) + ".";
    try (TensorFile file = open(torch.write(nested.replace("\u00852", "2")))) {
      assertThat(problems(file)).containsExactly("pickle-limit");
    }
  }

  @Test
  void keysOfADictionaryAreComparedOnce() throws IOException {
    TorchFile torch = new TorchFile().floats("s", 1);
    String keys = longText(100_000, "a") + "N" + longText(100_000, "b") + "N";
    String references = "h\u0001".repeat(2000);

    try (TensorFile file =
        open(torch.write("\u0080\u0002](}(" + keys + "uq\u0001" + references + "e."))) {
      assertThat(problems(file)).isEmpty();
    }
  }

  @Test
  void comparedKeysAreBounded() throws IOException {
    TorchFile torch = new TorchFile().floats("s", 1);
    String keys = longText(100_000, "a") + "q\u0001" + longText(100_000, "b") + "q\u0002";
    String dict = "}(h\u0001Nh\u0002Nu";

    try (TensorFile file =
        open(torch.write("\u0080\u0002" + keys + "00](" + dict.repeat(1300) + "e."))) {
      assertThat(problems(file)).isEmpty();
    }
    try (TensorFile file =
        open(torch.write("\u0080\u0002" + keys + "00](" + dict.repeat(1400) + "e."))) {
      assertThat(problems(file)).containsExactly("pickle-limit");
    }
  }

  private static String longText(int length, String last) {
    byte[] size = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(length).array();
    return "X" + new String(size, ISO_8859_1) + "a".repeat(length - 1) + last;
  }

  @Test
  void picklesThatAreNotCheckpointsAreAnalyzed() throws IOException {
    try (TensorFile file =
        open("\u0080\u0002cos\nsystem\nU\u0002id\u0085R.".getBytes(ISO_8859_1))) {
      assertThat(file.kind()).isEqualTo(FileKind.PICKLE);
      assertThat(file.findings().getFirst().message())
          .isEqualTo(
              "This is a Python pickle of protocol 2; it names \"os.system\"; do not load it:"
                  + " \"os.system\" can run anything.");
      assertThat(problems(file)).containsExactly("wrong-kind", "pickle-dangerous-global");
    }
    try (TensorFile file = open("cos\nsystem\np0\n(S'id'\ntR.".getBytes(ISO_8859_1))) {
      assertThat(problems(file)).containsExactly("wrong-kind", "pickle-dangerous-global");
    }
    try (TensorFile file = open("cos\nsystem\np0\nand so on".getBytes(ISO_8859_1))) {
      assertThat(file.kind()).isEqualTo(FileKind.TEXT);
    }
  }
}
