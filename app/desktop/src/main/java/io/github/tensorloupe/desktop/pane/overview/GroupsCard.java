package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.pane.overview.LargestGroups.Group;
import io.github.tensorloupe.desktop.pane.overview.ShareBar.Part;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/// The groups of tensors that take the most room.
final class GroupsCard extends Card {

  GroupsCard(LargestGroups groups, Messages messages) {
    super("overview-groups", messages.text("overview.groups"), messages);
    long total = groups.totalByteCount();
    VBox rows = new VBox(10);
    for (Group group : groups.largest()) {
      rows.getChildren().add(row(group, total));
    }
    getChildren().add(rows);
    if (groups.moreCount() > 0) {
      Label more =
          new Label(
              messages.text(
                  "overview.groups.more",
                  Figures.count(groups.moreCount()),
                  Figures.bytes(groups.moreByteCount())));
      more.getStyleClass().add("caption");
      getChildren().add(more);
    }
  }

  private VBox row(Group group, long total) {
    double fraction = total == 0 ? 0 : (double) group.byteCount() / total;
    String path =
        group.path().isEmpty()
            ? messages().text("overview.empty-name")
            : DisplayText.of(group.path(), 200);
    String tensors = counted("overview.tensors", group.tensorCount());
    Label bytes = figure(Figures.bytes(group.byteCount()));
    Tips.explain(bytes, messages().exactBytes(group.byteCount()));
    Label share = figure(Figures.share(fraction), "muted", "share-figure");
    return new VBox(
        4,
        line(elastic(path, path + "\n" + tensors, "mono"), bytes, share),
        new ShareBar(List.of(new Part(fraction, List.of("group-bar")))));
  }
}
