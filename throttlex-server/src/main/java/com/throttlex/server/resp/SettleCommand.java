package com.throttlex.server.resp;

import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.store.Settlement;

/**
 * {@code TX.SETTLE reservation cost}: corrects a charge to the real cost of the work.
 *
 * <p>The reply is 1, or 0 if it was already settled.
 */
final class SettleCommand implements Command.Action {
  private final ThrottleX throttlex;

  private SettleCommand(ThrottleX throttlex) {
    this.throttlex = throttlex;
  }

  static Command command(ThrottleX throttlex) {
    return new Command(
        "tx.settle",
        3,
        "Corrects a charge to the real cost: reservation cost",
        new SettleCommand(throttlex));
  }

  @Override
  public void run(Arguments arguments, RespSession session) {
    String reservation = arguments.text(1);
    String shown = arguments.shown(1);
    long cost = arguments.number(2, "cost", 0, RequestContext.MAX_COST);
    session.reply(
        throttlex.settleAsync(reservation, cost),
        (reply, settlement) -> write(reply, settlement, shown));
  }

  private static void write(RespWriter reply, Settlement settlement, String shown) {
    switch (settlement) {
      case SETTLED -> reply.integer(1);
      case ALREADY_SETTLED -> reply.integer(0);
      case UNKNOWN ->
          reply.error(
              "ERR", "reservation: \"" + shown + "\" (expected: one given in the last 5 minutes)");
    }
  }
}
