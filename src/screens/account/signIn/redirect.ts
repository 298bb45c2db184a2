import { path } from '#sitemap'

const closed = [path.signIn, path.register, path.forgotPassword, path.signInReturn]

/** An address of this app to return to after signing in; undefined for another site, /login, /register or /forgot-password (docs/rules/interface.md). */
export function parseRedirect(wish: unknown): string | undefined {
  if (typeof wish !== 'string' || !/^\/(?![/\\])/.test(wish)) return undefined
  const { pathname } = new URL(wish, 'https://here.invalid')
  return closed.some((screen) => pathname === screen || pathname.startsWith(`${screen}/`)) ? undefined : wish
}
