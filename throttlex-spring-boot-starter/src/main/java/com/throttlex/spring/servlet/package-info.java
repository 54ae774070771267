/**
 * The filters of servlet applications, before and after Spring Security. Start with {@link
 * com.throttlex.spring.servlet.ThrottleXServletAutoConfiguration}.
 */
@NullMarked
package com.throttlex.spring.servlet;

import org.jspecify.annotations.NullMarked;
