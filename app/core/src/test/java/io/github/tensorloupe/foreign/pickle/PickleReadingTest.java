package io.github.tensorloupe.foreign.pickle;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.foreign.pickle.PickleValue.BigInt;
import io.github.tensorloupe.foreign.pickle.PickleValue.Constant;
import io.github.tensorloupe.foreign.pickle.PickleValue.Container;
import io.github.tensorloupe.foreign.pickle.PickleValue.Int;
import io.github.tensorloupe.foreign.pickle.PickleValue.Loaded;
import io.github.tensorloupe.foreign.pickle.PickleValue.Opaque;
import io.github.tensorloupe.foreign.pickle.PickleValue.Real;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PickleReadingTest {

  private static PickleReading read(String latin1) throws IOException {
    return PickleReading.analyze(
        PickleBytes.of(latin1.getBytes(ISO_8859_1), OptionalLong.of(1000)), Cancellation.NEVER);
  }

  private static List<String> codes(String latin1) throws IOException {
    return read(latin1).findings().stream().map(each -> each.code().spelling()).toList();
  }

  private static String root(String latin1) throws IOException {
    PickleReading reading = read(latin1);
    assertThat(reading.findings()).isEmpty();
    return shown(reading.root().orElseThrow());
  }

  private static String shown(PickleValue value) throws IOException {
    return switch (value) {
      case PickleText text -> (text.isText() ? "'" : "b'") + text.text() + "'";
      case PickleGlobal global -> global.qualifiedName();
      case Constant constant -> constant.name();
      case Int(long number) -> Long.toString(number);
      case BigInt big -> big.value().toString();
      case Real(double number) -> Double.toString(number);
      case Loaded _ -> "loaded";
      case Container container -> {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < container.size(); i++) {
          items.add(shown(container.get(i)));
        }
        yield container.kind() + items.toString();
      }
      case Opaque object ->
          shown(object.callee())
              + "("
              + shown(object.arguments())
              + ")"
              + (object.items() == null ? "" : shown(object.items()))
              + (object.states() == null ? "" : shown(object.states()));
    };
  }

  /// Control bytes are written as `<80>`.
  private static String bytes(String text) {
    StringBuilder bytes = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      if (text.startsWith("<", at) && text.indexOf('>', at) == at + 3) {
        bytes.append((char) Integer.parseInt(text.substring(at + 1, at + 3), 16));
        at += 3;
      } else {
        bytes.append(text.charAt(at) == '~' ? '\n' : text.charAt(at));
      }
    }
    return bytes.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "N.|NONE",
        "<88><89><86>.|TUPLE[TRUE, FALSE]",
        "I01~.|TRUE",
        "I-12~.|-12",
        "J<fe><ff><ff><ff>.|-2",
        "K<ff>.|255",
        "M<01><02>.|513",
        "L99999999999999999999L~.|99999999999999999999",
        "<8a><00>.|0",
        "<8a><02><00><80>.|-32768",
        "<8b><01><00><00><00><07>.|7",
        "F1.5~.|1.5",
        "Finf~.|Infinity",
        "G<3f><f8><00><00><00><00><00><00>.|1.5",
        "S'a\\x41\\'\\\\'~.|'aA'\\'",
        "V\\u00e9x~.|'éx'",
        "X<02><00><00><00><c3><a9>.|'é'",
        "<8c><01>a.|'a'",
        "<8d><01><00><00><00><00><00><00><00>a.|'a'",
        "U<01>a.|'a'",
        "U<01><ff>.|b'ÿ'",
        "T<01><00><00><00>a.|'a'",
        "C<01><ff>.|b'ÿ'",
        "B<01><00><00><00>a.|b'a'",
        "<96><01><00><00><00><00><00><00><00>a.|b'a'",
        "(K<01>K<02>t.|TUPLE[1, 2]",
        "K<01>K<02>K<03><87>.|TUPLE[1, 2, 3]",
        ").|TUPLE[]",
        "(K<01>l.|LIST[1]",
        "](K<01>K<02>e.|LIST[1, 2]",
        "]K<01>a.|LIST[1]",
        "(K<01>N" + "d.|DICT[1, NONE]",
        "}K<01>Ns.|DICT[1, NONE]",
        "}(K<01>NK<02>Nu.|DICT[1, NONE, 2, NONE]",
        "<8f>(K<01><90>.|SET[1]",
        "(K<01><91>.|FROZENSET[1]",
        "K<01>2<86>.|TUPLE[1, 1]",
        "K<01>K<02>0.|1",
        "K<01>(K<02>1.|1",
        "K<01>(0.|1",
        "K<05>q<03>h<03><86>.|TUPLE[5, 5]",
        "K<05>r<ff><ff><ff><ff>j<ff><ff><ff><ff><86>.|TUPLE[5, 5]",
        "K<05>p7~g7~<86>.|TUPLE[5, 5]",
        "K<05><94>K<06><94>h<01><87>.|TUPLE[5, 6, 6]",
        "<80><04><95><02><00><00><00><00><00><00><00>N.|NONE",
        "ccollections~OrderedDict~)R.|DICT[]",
        "ccollections~OrderedDict~](K<01>K<02>e<85>R."
            + "|collections.OrderedDict(TUPLE[LIST[1, 2]])",
        "ccollections~OrderedDict~](](K<01>K<02>ee<85>R.|DICT[1, 2]",
        "c__builtin__~set~](K<01>e<85>R.|SET[1]",
        "c__builtin__~xrange~K<01><85>R.|builtins.range(TUPLE[1])",
        "ccopy_reg~_reconstructor~(ccollections~Counter~ccollections~Counter~NtR}b."
            + "|collections.Counter(TUPLE[collections.Counter, collections.Counter,"
            + " NONE])LIST[DICT[]]",
      })
  void instructionsHaveTheirDefinedEffect(String pickle, String expected) throws IOException {
    assertThat(root(bytes(pickle))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ca~b~)<81>}b.|a.b(TUPLE[])LIST[DICT[]]",
        "ca~b~)}<92>.|a.b(TUPLE[])",
        "(K<01>ia~b~.|a.b(TUPLE[1])",
        "(ca~b~K<01>o.|a.b(TUPLE[1])",
        "ca~b~)R(K<01>e.|a.b(TUPLE[])LIST[1]",
        "ca~b~)R(K<01>Nu.|a.b(TUPLE[])DICT[1, NONE]",
        "<8c><01>a<8c><01>b<93>.|a.b",
        "<82><07>.|extension 7",
      })
  void unknownClassesBecomeOpaqueObjects(String pickle, String expected) throws IOException {
    PickleReading reading = read(bytes(pickle));

    assertThat(shown(reading.root().orElseThrow())).isEqualTo(expected);
    assertThat(reading.findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.PICKLE_UNKNOWN_GLOBAL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "N",
        "<ff>.",
        ".",
        "(.",
        "<85>.",
        "0.",
        "1.",
        "t.",
        "e.",
        "]e.",
        "](K<01>u.",
        "}(K<01>u.",
        "}K<01>a.",
        "}]Ns.",
        "<8f>(]<90>.",
        "h<00>.",
        "gx~N.",
        "N(q<00>.",
        "N<97>.",
        "N<98>.",
        "<80><06>N.",
        "K",
        "X<05><00><00><00>a.",
        "X<01><00><00><00><ff>.",
        "T<ff><ff><ff><ff>.",
        "<8b><ff><ff><ff><ff>.",
        "<8d><ff><ff><ff><ff><ff><ff><ff><ff>.",
        "Sx~.",
        "S'~.",
        "V\\u00zz~.",
        "Ix~.",
        "Fx~.",
        "ca",
        "ca~b",
        "NN<93>.",
        "<82><00>.",
        "NNR.",
        "ca~b~NR.",
        "N)R.",
        "K<01>}b.",
        "(o.",
        "<95><09><00><00><00><00><00><00><00>N.",
        "(K<01>(2t.",
      })
  void malformedPicklesHaveNoValue(String pickle) throws IOException {
    PickleReading reading = read(bytes(pickle));

    assertThat(reading.root()).isEmpty();
    assertThat(codes(bytes(pickle))).contains("pickle-malformed");
  }

  @Test
  void namesAreReportedOnceWithOffsetAndArguments() throws IOException {
    List<Finding> findings =
        read(bytes("N0cos~system~(U<02>idtR0cos~system~0cbuiltins~list~.")).findings();

    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().code()).isEqualTo(FindingCode.PICKLE_DANGEROUS_GLOBAL);
    assertThat(findings.getFirst().message()).contains("\"os.system\"").contains("offset 2 ");
    assertThat(findings.getFirst().range().orElseThrow().begin()).isEqualTo(1002);
    assertThat(read(bytes("cos~system~U<02>id<85>R.")).findings().getFirst().message())
        .contains("(\"id\")");
  }

  @Test
  void bytesAfterTheEndAreReportedButNotInterpreted() throws IOException {
    assertThat(codes(bytes("N.cos~system~."))).containsExactly("pickle-trailing-data");
  }

  @Test
  void namesBeforeDamageAreReported() throws IOException {
    assertThat(codes(bytes("cos~system~<ff>")))
        .containsExactly("pickle-dangerous-global", "pickle-malformed");
  }

  @Test
  void limitsAreFindings() throws IOException {
    assertThat(codes("(".repeat(8_000_001))).containsExactly("pickle-limit");
    assertThat(codes("N" + "\u0094".repeat(8_000_001))).containsExactly("pickle-limit");
    assertThat(codes(")" + "\u0085".repeat(1_002) + ".")).containsExactly("pickle-limit");
    assertThat(codes("c" + "a".repeat(4_097) + "\nb\n.")).containsExactly("pickle-limit");
    assertThat(codes("L" + "1".repeat(2_467) + "\n.")).containsExactly("pickle-limit");
    assertThat(codes(bytes("<8b><01><04><00><00>") + "a".repeat(1_025) + "."))
        .containsExactly("pickle-limit");
    assertThat(root("L" + "1".repeat(2_000) + "\n.")).hasSize(2_000);
  }

  @Test
  void valuesInContainersCountAsMemory() throws IOException {
    String million = "(" + "]".repeat(1_000_000) + "e";

    assertThat(codes("]" + million.repeat(8) + ".")).containsExactly("pickle-limit");
    assertThat(codes("]" + ("(" + "]".repeat(1_000_000) + "l0").repeat(8) + ".")).isEmpty();
  }

  @Test
  void entriesOfAMemoThatAreNotUsedAreNotRetained() throws IOException {
    String pickle =
        bytes("K<05>q<00>0")
            + bytes("]<94>0").repeat(300_000)
            + bytes("K<06>r<00><00><10><00>0h<00>j<00><00><10><00><86>.");

    assertThat(root(pickle)).isEqualTo("TUPLE[5, 6]");
  }

  @Test
  void repeatedKeysHaveTheirLastValue() throws IOException {
    Container dict =
        (Container)
            read(bytes(
                    "}(U<01>aK<01>K<01>K<02>U<01>aK<03><88>K<04>G<3f><f0><00><00><00><00><00><00>"
                        + "K<05>NK<06>NK<07>u."))
                .root()
                .orElseThrow();

    dict.removeRepeatedKeys();

    assertThat(shown(dict)).isEqualTo("DICT['a', 3, 1, 5, NONE, 6, NONE, 7]");
  }

  @Test
  void theListingShowsEachInstructionAndMarksNames() throws IOException {
    PickleReading reading =
        read(bytes("<80><04><8c><02>os<8c><06>system<93>U<02>id<85>R<8a><01><07>cx~y~0."));

    String lines =
        new PickleListing(reading)
            .next(100).stream()
                .map(
                    line ->
                        line.offset()
                            + line.opcode()
                            + " "
                            + line.argument()
                            + line.global().map(each -> "!" + each.risk()).orElse(""))
                .collect(Collectors.joining("\n"));

    assertThat(lines)
        .isEqualTo(
            """
            0PROTO 4
            2SHORT_BINUNICODE os
            6SHORT_BINUNICODE system
            14STACK_GLOBAL !DANGEROUS
            15SHORT_BINSTRING id
            19TUPLE1\s
            20REDUCE\s
            21LONG1 7
            24GLOBAL x y!UNKNOWN
            29POP\s
            30STOP\s\
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "torch._utils,_rebuild_tensor_v2,ALLOWED",
    "torch,float8_e4m3fn,ALLOWED",
    "builtins,range,ALLOWED",
    "builtins,dict.update,DANGEROUS",
    "builtins,eval,DANGEROUS",
    "numpy,dtype,INERT",
    "numpy.dtypes,Float32DType,INERT",
    "numpy._core.multiarray,scalar,INERT",
    "numpy.core.multiarray,_reconstruct,INERT",
    "datetime,timedelta,INERT",
    "datetime,sys,DANGEROUS",
    "datetime,_sys,DANGEROUS",
    "datetime,datetime_CAPI,UNKNOWN",
    "datetime,datetime.now,UNKNOWN",
    "numpy.dtypes,np,UNKNOWN",
    "numpy.dtypes,Float32DType.mro,UNKNOWN",
    "numpy,dtypes.Float32DType,UNKNOWN",
    "pathlib,fooPath,UNKNOWN",
    "pathlib,os.PosixPath,DANGEROUS",
    "pathlib,PurePosixPath,INERT",
    "collections,deque,INERT",
    "collections,_sys.modules,DANGEROUS",
    "torch,_utils._rebuild_tensor_v2,UNKNOWN",
    "datetime,sys.exit,DANGEROUS",
    "pathlib._local,PosixPath,INERT",
    "types,SimpleNamespace,INERT",
    "types,FunctionType,DANGEROUS",
    "torch.serialization,_get_layout,ALLOWED",
    "torch.serialization,load,DANGEROUS",
    "torch.jit._pickle,build_intlist,DANGEROUS",
    "torch,ops.aten.add,DANGEROUS",
    "numpy,load,DANGEROUS",
    "pandas.io.pickle,x,DANGEROUS",
    "acme.types,Config,UNKNOWN",
    "acme,types,DANGEROUS",
    "torch.nn.modules.linear,Linear,UNKNOWN",
    "collections,OrderedDict.x,UNKNOWN",
    "osx,system,UNKNOWN",
    "torch.storage,_load_from_bytes,DANGEROUS",
    "torch.storage,UntypedStorage,ALLOWED",
    "torch.utils.model_zoo,load_url,DANGEROUS",
    "torch.utils.collect_env,run,DANGEROUS",
    "numpy.lib.npyio,load,DANGEROUS",
    "numpy.lib._npyio_impl,load,DANGEROUS",
    "numpy.lib.stride_tricks,DummyArray,UNKNOWN",
    "numpy.distutils.exec_command,_exec_command,DANGEROUS",
    "numpy,memmap,DANGEROUS",
    "_io,open,DANGEROUS",
    "io,FileIO,DANGEROUS",
    "_io,BytesIO,UNKNOWN",
    "uuid,_get_command_stdout,DANGEROUS",
    "uuid,SafeUUID,UNKNOWN",
    "logging,FileHandler,DANGEROUS",
    "logging,getLogger,UNKNOWN",
    "_posixsubprocess,fork_exec,DANGEROUS",
    "_aix_support,_read_cmd_output,DANGEROUS",
    "concurrent.futures.process,ProcessPoolExecutor,DANGEROUS",
  })
  void namesAreClassified(String module, String name, PickleGlobal.Risk expected) {
    assertThat(GlobalRisks.of(module, name)).isEqualTo(expected);
  }
}
