/// <reference types="vite/client" />

/** The id of this build; the same source gives the same id. */
declare const __BUILD__: string
/** The app's version, `a.b.c`. */
declare const __VERSION__: string
/** `off`: this build is the kill switch and registers no worker. */
declare const __WORKER__: 'on' | 'off'
