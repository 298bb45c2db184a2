import { path } from '#sitemap'

/** Where to go after signing in: an address of this app, never /login or /register, else home (requirements §2). */
export function redirectTarget(wish: unknown): string {
  if (typeof wish !== 'string' || !/^\/(?![/\\])/.test(wish)) return path.home
  const { pathname } = new URL(wish, 'https://here.invalid')
  return [path.signIn, path.register].some((closed) => pathname === closed || pathname.startsWith(`${closed}/`)) ? path.home : wish
}
