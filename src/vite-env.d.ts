/// <reference types="vite/client" />

/** The id of this build; the same source gives the same id. */
declare const __BUILD__: string
/** The app's version, `a.b.c`. */
declare const __VERSION__: string
/** `off`: this build is the kill switch and registers no worker. */
declare const __WORKER__: 'on' | 'off'
/** Where this build's words are (server/build/catalogParts.ts). */
declare const __WORDS__: string

/** The table of screens (server/build/screenTable.ts). */
declare module 'virtual:screens' {
  type Route = import('@tanstack/react-router').AnyRoute
  /** A part of the router's tree: each route, its address, and the guard before it. */
  export type Part = () => Promise<{ routes: readonly [Route, string, Route?][] }>
  export const first: Readonly<Record<string, Part>>
  export const rest: Part
}
