package com.throttlex.spring.method;

import com.throttlex.TimeSource;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.InvalidThrottleXException;
import com.throttlex.spring.NamedRules;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Adds an interceptor to beans with annotated methods, and reports problems of the annotations.
 *
 * <p>It goes outside of other advice, so a denied call opens no transaction. Its dependencies are
 * fetched when the first such bean is created, because a post-processor is created before all other
 * beans.
 */
final class RateLimitedPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor {
  private static final long serialVersionUID = 1L;

  private final transient Set<Class<?>> checked = ConcurrentHashMap.newKeySet();
  private transient @Nullable GuardedMethods methods;

  RateLimitedPostProcessor(boolean proxyTargetClass) {
    setProxyTargetClass(proxyTargetClass);
    setBeforeExistingAdvisors(true);
  }

  @Override
  public void setBeanFactory(BeanFactory beans) {
    super.setBeanFactory(beans);
    GuardedMethods found =
        new GuardedMethods(() -> beans.getBean(NamedRules.class), new Expressions(beans));
    Gate gate = new Gate(() -> beans.getBean(NamedRules.class));
    methods = found;
    advisor =
        new DefaultPointcutAdvisor(
            new Annotated(),
            new RateLimitedInterceptor(found, gate, () -> beans.getBean(TimeSource.class)));
  }

  /** Matches the methods that have an annotation. */
  private static final class Annotated extends StaticMethodMatcherPointcut {
    @Override
    public boolean matches(Method method, Class<?> type) {
      return GuardedMethods.isAnnotated(method, type);
    }
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    Class<?> type = AopUtils.getTargetClass(bean);
    boolean guarded = isEligible(type) || isEligible(bean.getClass());
    if (guarded && !(bean instanceof AopInfrastructureBean) && checked.add(bean.getClass())) {
      check(methods(bean, type), type);
    }
    return super.postProcessAfterInitialization(bean, name);
  }

  /**
   * Returns all methods, including those that only interfaces declare: default methods, and the
   * methods that a proxy implements.
   */
  private static Set<Method> methods(Object bean, Class<?> type) {
    Set<Method> methods = new LinkedHashSet<>();
    Collections.addAll(methods, ReflectionUtils.getUniqueDeclaredMethods(type));
    for (Class<?> declaring : ClassUtils.getAllInterfacesForClass(bean.getClass())) {
      Collections.addAll(methods, declaring.getMethods());
    }
    return methods;
  }

  private void check(Set<Method> methods, Class<?> type) {
    Set<String> problems = new LinkedHashSet<>();
    for (Method method : methods) {
      problems.addAll(problems(method, type));
    }
    if (!problems.isEmpty()) {
      throw new InvalidThrottleXException(List.copyOf(problems));
    }
    if (beanFactory != null) {
      beanFactory.getBean(Enforcement.class).by("@RateLimited methods");
    }
  }

  private List<String> problems(Method method, Class<?> type) {
    try {
      boolean guarded = methods != null && methods.guard(method, type) != null;
      return guarded && !isReached(method, type)
          ? List.of(
              GuardedMethods.name(method, type)
                  + ": @RateLimited on a private, static or final method (expected: a method"
                  + " that a proxy can intercept)")
          : List.of();
    } catch (InvalidThrottleXException e) {
      return e.problems();
    }
  }

  private boolean isReached(Method method, Class<?> type) {
    int modifiers = method.getModifiers();
    boolean overridden = Modifier.isFinal(type.getModifiers()) || !isProxyTargetClass();
    return !Modifier.isPrivate(modifiers)
        && !Modifier.isStatic(modifiers)
        && (overridden || !Modifier.isFinal(modifiers));
  }

  /** A final class has no subclass, so its proxy has only its interfaces. */
  @Override
  protected ProxyFactory prepareProxyFactory(Object bean, String name) {
    ProxyFactory factory = super.prepareProxyFactory(bean, name);
    if (Modifier.isFinal(bean.getClass().getModifiers())) {
      factory.setProxyTargetClass(false);
    }
    return factory;
  }
}
