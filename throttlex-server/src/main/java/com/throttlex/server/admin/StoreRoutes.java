package com.throttlex.server.admin;

import com.throttlex.jdbc.AuditEntry;
import com.throttlex.jdbc.AuditTable;
import com.throttlex.server.json.JsonMembers;
import com.throttlex.shared.placement.MoveStatus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Shows the stores of counters, and moves counters; a move is audited first, then begun. */
final class StoreRoutes {
  private static final String UNCONFIRMED =
      "stores: the move is not confirmed; read the stores before you retry";
  private static final String EXPECTED = "the name of a store, or its URL as configured";

  private final CounterStores stores;
  private final AuditTable audit;

  StoreRoutes(AdminServices parts) {
    stores = parts.stores();
    audit = parts.database().audit();
  }

  AdminAnswer list(AdminCall call) {
    return AdminAnswer.ok(json());
  }

  AdminAnswer move(AdminCall call) {
    JsonMembers fields = new JsonMembers(call.json(), "from", "to");
    String from = fields.text("from", EXPECTED);
    String to = fields.text("to", EXPECTED);
    fields.finish(ProblemException::unprocessable);
    try {
      String source = stores.name("from", from);
      String target = stores.name("to", to);
      String detail = source + " -> " + target;
      audit.append(
          List.of(new AuditEntry(call.now(), call.actor(), "store-moved", source, null, detail)));
      StoreWait.result(stores.move(source, target), UNCONFIRMED);
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(List.of(String.valueOf(e.getMessage())));
    } catch (IllegalStateException e) {
      throw new ProblemException(409, String.valueOf(e.getMessage()));
    }
    return AdminAnswer.json(202, json());
  }

  private JsonObject json() {
    JsonArray all = new JsonArray();
    stores.stores().forEach(store -> all.add(json(store)));
    JsonArray moves = new JsonArray();
    stores.moves().forEach(move -> moves.add(json(move)));
    return new JsonObject().put("stores", all).put("moves", moves);
  }

  private static JsonObject json(CounterStores.CounterStore store) {
    JsonObject json =
        new JsonObject()
            .put("name", store.name())
            .put("kind", store.kind())
            .put("rules", store.rules())
            .put("details", new JsonObject(store.details()).copy());
    return store.problem().isEmpty() ? json : json.put("problem", store.problem());
  }

  private static JsonObject json(MoveStatus move) {
    JsonObject json = new JsonObject();
    if (!move.rule().isEmpty()) {
      json.put("rule", move.rule());
    }
    json.put("from", new JsonArray(move.from())).put("to", move.to());
    if (!move.waitingFor().isEmpty()) {
      json.put("waitingFor", move.waitingFor());
    }
    return json.put("secondsLeft", move.secondsLeft())
        .put(
            "verdicts",
            new JsonObject()
                .put("same", move.comparison().same())
                .put("onlyOldDenied", move.comparison().onlyFirst())
                .put("onlyNewDenied", move.comparison().onlyOther()));
  }
}
