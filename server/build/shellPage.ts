import type { PrerenderedScreen, AppLoadingPageTexts } from '#contract/drawnShell.ts'
import { supportedLanguages } from '#contract/languages.ts'
import { extractCriticalCss } from './criticalCss.ts'

const first = /<div id="first">[\s\S]*?<\/div>\s*(?=<div id="lost")/
const splashStyle = /\s*<style>#first\{[\s\S]*?<\/style>/
const splashWords = /<script>\s*\/\/ The first words[\s\S]*?<\/script>\s*/

/** Nothing of it moves: the app, which takes its place, begins there. What is not this person's is not shown. */
const stillness =
  '#first,#first [data-of]{display:contents}#first [class*=skeleton],#first [class*=skeleton] *{animation:none}#first [data-late]{visibility:hidden}' +
  ':root[data-other] #first{visibility:hidden}:root[data-own] #first [data-of=guest],:root:not([data-own]) #first [data-of=own]{display:none}'

/** What a page fetches once its first frame is painted: where the app begins, its sheet, and all else that its screen needs. */
export interface ShellPageFiles {
  entry: string
  sheets: readonly string[]
  scripts: readonly string[]
}

/** The same in every page, which says in its attributes what is fetched, so that the policy names one. */
const afterPaint = `
      // Painted first, fetched then: what is seen waits for no code. All at once, since one file names the next.
      ;(function (files) {
        var begun = false
        function begin() {
          if (begun) return
          // What the page brings for the app stands at its end.
          if (document.readyState === 'loading') return document.addEventListener('DOMContentLoaded', begin)
          begun = true
          var scripts = files.scripts.split(' ')
          scripts.forEach(function (href) { link('modulepreload', href) })
          // Applied when the app takes this frame's place (src/main.tsx).
          Promise.all(files.sheets.split(' ').map(function (href) {
            return new Promise(function (done, fail) { link('stylesheet', href, 'not all', done, fail) })
          })).then(function () { return run(scripts) }).catch(sayLost)
        }
        // One file after another, each in a task of its own; what a file needs stands before it.
        function run(scripts) {
          var at = scripts.indexOf(files.entry) + 1
          return inTurn(scripts.slice(0, at)).then(function () { inTurn(scripts.slice(at)).catch(function () {}) })
        }
        function inTurn(scripts) {
          return scripts.reduce(function (before, href) { return before.then(turn).then(function () { return import(href) }) }, Promise.resolve())
        }
        function turn() {
          return window.scheduler && scheduler.yield ? scheduler.yield() : new Promise(function (resolve) { setTimeout(resolve) })
        }
        function link(rel, href, media, done, fail) {
          var element = document.createElement('link')
          element.rel = rel
          element.crossOrigin = ''
          if (media) element.media = media
          element.onload = done
          element.onerror = fail
          element.href = href
          document.head.appendChild(element)
        }
        function sayLost() { var said = document.getElementById('lost'); if (said) said.hidden = false }
        try {
          if (document.visibilityState === 'hidden') begin()
          new PerformanceObserver(function (painted) {
            if (painted.getEntriesByName('first-contentful-paint').length) setTimeout(begin)
          }).observe({ type: 'paint', buffered: true })
        } catch (unknown) {}
        setTimeout(begin, 700)
      })(document.currentScript.dataset)
    `

/** A market's page is drawn with the market of those who ask for none; its title is the one that is asked for. As src/widgets/market/requestedSymbol.ts. */
const askedMarket = `<script>
      ;(function () {
        var asked = /[?&]symbol=([A-Z0-9]{3,20})(?=&|$)/.exec(location.search)
        if (!asked) return
        document.querySelector('#first h1').textContent = asked[1]
        document.title = asked[1] + ' · Fairlead'
      })()
    </script>`

/** The markup of a first frame without what only React reads, and without styles in it, which the policy refuses: each becomes a class. */
function plainMarkup(markup: string, classOf: (style: string) => string): string {
  const plain = markup
    .replaceAll(/<template[^>]*><\/template>/g, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    // Names that React gives tie together what nobody can touch yet; two groups of choices with one name would share one choice.
    .replaceAll(/ (name|id|for|aria-labelledby|aria-describedby|aria-controls)="_R_[^"]*"/g, '')
  if (!plain.includes('<h1')) throw new Error(`A first frame could not be drawn: ${markup.slice(0, 600)}`)
  return plain
    .replaceAll(
      / class="([^"]*)"([^<>]*?) style="([^"]*)"/g,
      (_, names: string, between: string, style: string) => ` class="${names} ${classOf(style)}"${between}`,
    )
    .replaceAll(/ style="([^"]*)"/g, (_, style: string) => ` class="${classOf(style)}"`)
}

/** What may differ between a guest and a person: one of a page. */
const wholes = ['section', 'footer']

/** One frame for both: what differs stands twice, and the page shows the one that fits. */
function both(guest: string, own: string): string {
  let same = 0
  while (same < guest.length && guest[same] === own[same]) same++
  const from = Math.max(...wholes.map((name) => guest.lastIndexOf(`<${name}`, same)))
  const end = `</${wholes.find((name) => guest.startsWith(`<${name}`, from))}>`
  const parts = [guest, own].map((markup) => {
    const to = markup.indexOf(end, from) + end.length
    return { inner: markup.slice(from, to), after: markup.slice(to) }
  })
  const [first, second] = parts
  if (from < 0 || !first || !second || first.after !== second.after)
    throw new Error('The frames of a guest and of a person differ in more than one part.')
  return `${guest.slice(0, from)}<div data-of="guest">${first.inner}</div><div data-of="own">${second.inner}</div>${first.after}`
}

/** The pages of one screen. They have one style in common, so that the policy names one. */
export function renderShellPages(
  page: string,
  sheets: string,
  drawn: readonly PrerenderedScreen[],
  filesIn: (locale: string) => ShellPageFiles,
): Map<PrerenderedScreen, string> {
  const styles = new Map<string, string>()
  const classOf = (style: string): string => {
    const known = styles.get(style) ?? `s${styles.size}`
    styles.set(style, known)
    return known
  }
  const markups = drawn.map((shell) => {
    const guest = plainMarkup(shell.markup, classOf)
    const own = shell.own && plainMarkup(shell.own, classOf)
    return own !== undefined && own !== guest ? both(guest, own) : guest
  })
  const css =
    extractCriticalCss(sheets, markups.join('')) + [...styles].map(([style, name]) => `#first .${name}{${style}}`).join('') + stillness
  return new Map(drawn.map((shell, index) => [shell, onePage(page, css, filesIn(shell.locale), shell, markups[index] as string)]))
}

function onePage(
  page: string,
  css: string,
  { entry, sheets, scripts }: ShellPageFiles,
  { name, locale, code, words, title, variant }: PrerenderedScreen,
  markup: string,
): string {
  const heading = title ?? /<h1[^>]*>(?:<span[^>]*>)?([^<]*)/.exec(markup)?.[1] ?? ''
  const files = `data-entry="${entry}" data-sheets="${sheets.join(' ')}" data-scripts="${scripts.join(' ')}"`
  const parts: [RegExp | string, string][] = [
    // Painted once it is whole: half of it would stand elsewhere.
    [splashStyle, `<link rel="expect" href="#lost" blocking="render" /><style>${css}</style>`],
    [first, `<div id="first" inert>${markup}</div>${name === 'chart' && variant === undefined ? askedMarket : ''}`],
    [splashWords, ''],
    [/(\s*<script type="module"[^>]*><\/script>)+/, ''],
    [/(\s*<link rel="stylesheet"[^>]*>)+/, `\n    <script ${files}>${afterPaint}</script>`],
    ['lang="en"', `lang="${locale}" data-code="${code}"`],
    ['<title>Fairlead</title>', `<title>${heading === 'Fairlead' ? heading : `${heading} · Fairlead`}</title>`],
    ['The app did not arrive. Check your connection.', words.lost],
    ['>Try again<', `>${words.again}<`],
  ]
  return parts.reduce((text, [place, put]) => {
    if (text.search(place instanceof RegExp ? place : place.replaceAll('.', '\\.')) < 0)
      throw new Error(`index.html has no place for ${put.slice(0, 60)}`)
    return text.replace(place, () => put)
  }, page)
}

/** The page of all other addresses, with its words in every language and the names by which a device stores those. */
export function insertLocalizedLoadingTexts(page: string, words: readonly (readonly [string, AppLoadingPageTexts])[]): string {
  const table = Object.fromEntries(words.map(([locale, { promise, lost, again }]) => [locale, [promise, lost, again]]))
  const codes = Object.fromEntries(supportedLanguages.map(({ code, locale }) => [code, locale]))
  return Object.entries({ codes, first: table }).reduce((text, [name, value]) => {
    const place = `var ${name} = {}`
    if (!text.includes(place)) throw new Error(`index.html has no place for ${name}`)
    return text.replace(place, () => `var ${name} = ${JSON.stringify(value)}`)
  }, page)
}
