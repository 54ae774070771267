package com.throttlex.server.resp;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import java.util.concurrent.CompletableFuture;

/**
 * {@code TX.CHECK} with keywords: decides a request by the rules.
 *
 * <p>The reply has: whether it is allowed, the limit, the remaining units, the reset in Unix
 * seconds, the retry-after in seconds, and the rule; then, if there is one, the name of the
 * reservation. A delayed request gets its reply after the delay. When no rule applies, limit and
 * remaining are −1 and the rule is nil.
 */
final class TxCheckCommand implements Command.Action {
  private final ThrottleX throttlex;
  private final int ipv6Prefix;

  private TxCheckCommand(ThrottleX throttlex, int ipv6Prefix) {
    this.throttlex = throttlex;
    this.ipv6Prefix = ipv6Prefix;
  }

  static Command command(ThrottleX throttlex, int ipv6Prefix) {
    return new Command(
        "tx.check",
        -1,
        "Decides a request by the rules: " + CheckWords.syntax(),
        new TxCheckCommand(throttlex, ipv6Prefix));
  }

  @Override
  public void run(Arguments arguments, RespSession session) {
    session.countCheck();
    CheckWords words = new CheckWords(arguments, ipv6Prefix);
    RequestContext request = words.request();
    CompletableFuture<Decision> decided =
        throttlex.checkAsync(request).thenCompose(Decision::afterDelay).toCompletableFuture();
    if (holdsNothing(decided)) {
      session.reply(decided, TxCheckCommand::write);
    } else {
      session.reply(
          decided, TxCheckCommand::write, decision -> throttlex.undelivered(request, decision));
    }
  }

  /** Returns whether the decision is complete and has no reservation. */
  private static boolean holdsNothing(CompletableFuture<Decision> decided) {
    return decided.isDone()
        && (decided.isCompletedExceptionally() || decided.join().reservation() == null);
  }

  private static void write(RespWriter reply, Decision decision) {
    String rule = decision.rule();
    String reservation = decision.reservation();
    reply.array(reservation == null ? 6 : 7);
    reply.integer(decision.allowed() ? 1 : 0);
    reply.integer(decision.limit());
    reply.integer(decision.remaining());
    reply.integer(decision.resetAt());
    reply.integer(decision.retryAfter());
    if (rule == null) {
      reply.nil();
    } else {
      reply.bulk(rule);
    }
    if (reservation != null) {
      reply.bulk(reservation);
    }
  }
}
