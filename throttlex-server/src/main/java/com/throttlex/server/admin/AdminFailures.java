package com.throttlex.server.admin;

import com.throttlex.Decision;
import com.throttlex.jdbc.AlreadyExistsException;
import com.throttlex.jdbc.DatabaseException;
import com.throttlex.jdbc.FailureReason;
import com.throttlex.jdbc.NotFoundException;
import com.throttlex.jdbc.VersionConflictException;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.RuleProblem;
import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.yaml.Problem;
import com.throttlex.server.access.AccessException;
import com.throttlex.server.rules.ReadOnlyRuleException;
import com.throttlex.store.StoreUnavailableException;
import java.util.ConcurrentModificationException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts exceptions of handlers to answers; internal errors are only logged. */
final class AdminFailures {
  private static final Logger LOG = LoggerFactory.getLogger(AdminFailures.class);

  private AdminFailures() {}

  static AdminAnswer answer(RuntimeException failure, String requestId, long now) {
    if (failure instanceof ProblemException refusal) {
      return refusal.answer(now);
    } else if (failure instanceof AdminDenial denial) {
      return denial.answer();
    } else if (failure instanceof AccessException e) {
      return refused(e, now);
    } else if (failure instanceof InvalidRequestException e) {
      return ProblemException.of(400, e.problems()).answer(now);
    } else if (failure instanceof InvalidRuleFileException e) {
      return unprocessable(e.problems().stream().map(AdminFailures::text).toList(), now);
    } else if (failure instanceof InvalidRulesException e) {
      return unprocessable(e.problems().stream().map(RuleProblem::toString).toList(), now);
    }
    return ofDatabase(failure, requestId, now);
  }

  private static AdminAnswer refused(AccessException refused, long now) {
    Decision decision = refused.decision();
    if (decision != null) {
      return new AdminDenial(decision).answer();
    }
    if (refused.reason() == AccessException.Reason.OVERLOADED) {
      return AdminAnswer.problem(503, refused.message(), List.of(), now).with("Retry-After", "1");
    }
    boolean known = refused.reason() == AccessException.Reason.FORBIDDEN;
    AdminAnswer answer = AdminAnswer.problem(known ? 403 : 401, refused.message(), List.of(), now);
    return known ? answer : answer.with("WWW-Authenticate", refused.scheme());
  }

  private static AdminAnswer ofDatabase(RuntimeException failure, String requestId, long now) {
    if (failure instanceof NotFoundException) {
      return problem(404, failure, now);
    } else if (failure instanceof AlreadyExistsException
        || failure instanceof ConcurrentModificationException
        || failure instanceof ReadOnlyRuleException) {
      return problem(409, failure, now);
    } else if (failure instanceof VersionConflictException e) {
      return problem(412, e, now).with("ETag", "\"" + e.currentVersion() + "\"");
    }
    if (failure instanceof StoreUnavailableException) {
      LOG.warn("admin request failed, the store is unavailable: {}", failure.getMessage());
      return AdminAnswer.problem(503, "The store is unavailable; retry later.", List.of(), now);
    }
    if (failure instanceof DatabaseException e) {
      return unavailable(e, requestId, now);
    }
    LOG.atError().addKeyValue("requestId", requestId).setCause(failure).log("admin call failed");
    return AdminAnswer.problem(500, "the call failed; see the log", List.of(), now);
  }

  /** The driver's message goes only to the log, because it may name hosts and users. */
  private static AdminAnswer unavailable(DatabaseException failure, String requestId, long now) {
    FailureReason reason = failure.reason();
    LOG.atWarn()
        .addKeyValue("requestId", requestId)
        .setCause(reason == FailureReason.OTHER ? failure : null)
        .log("admin call failed: {}", failure.getMessage());
    String outcome =
        failure.isInDoubt()
            ? "; the change may or may not have been made; read it before you retry"
            : "; nothing was changed; " + reason.remedy();
    return AdminAnswer.problem(503, "database: " + reason + outcome, List.of(), now);
  }

  private static AdminAnswer problem(int status, RuntimeException failure, long now) {
    return AdminAnswer.problem(status, message(failure), List.of(), now);
  }

  private static AdminAnswer unprocessable(List<String> problems, long now) {
    return ProblemException.of(422, problems).answer(now);
  }

  /** Returns a problem without file and line, because the text was generated. */
  static String text(Problem problem) {
    return problem.key() + ": " + problem.value() + " (expected: " + problem.expected() + ")";
  }

  private static String message(RuntimeException failure) {
    return String.valueOf(failure.getMessage());
  }
}
