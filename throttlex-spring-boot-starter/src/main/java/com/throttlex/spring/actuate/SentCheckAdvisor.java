package com.throttlex.spring.actuate;

import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationArgumentResolver;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Passes all members of a body to the endpoint. The actuator itself passes only parameters of the
 * method, and drops misspelt members.
 */
final class SentCheckAdvisor implements OperationInvokerAdvisor {
  private static final EndpointId OURS = EndpointId.of(ThrottleXEndpoint.ID);

  @Override
  public OperationInvoker apply(
      EndpointId id, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
    return id.equals(OURS) && type == OperationType.WRITE
        ? context -> invoker.invoke(withCheck(context))
        : invoker;
  }

  private static InvocationContext withCheck(InvocationContext context) {
    SecurityContext security = context.resolveArgument(SecurityContext.class);
    return new InvocationContext(
        security == null ? SecurityContext.NONE : security,
        context.getArguments(),
        OperationArgumentResolver.of(SentCheck.class, () -> new SentCheck(context.getArguments())),
        OperationArgumentResolver.of(
            SentChange.class, () -> new SentChange(context.getArguments())));
  }
}
