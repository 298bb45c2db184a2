/** A minified sheet in its rules: what stands before the braces, and what is between them. */
interface Rule {
  head: string
  body: string
}

/** Of sheets as the build writes them: only the rules that this markup can meet, so that they may stand in the page itself. */
export function extractCriticalCss(sheets: string, markup: string): string {
  const classes = new Set([...markup.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)))
  const met = (selector: string): boolean => [...selector.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].every(([, name = '']) => classes.has(name))
  const critical = keptRules(sheets, met)
  const used = critical.filter(
    ({ head, body }) => !head.startsWith('@keyframes') || critical.some((rule) => rule.body !== body && rule.body.includes(nameOf(head))),
  )
  return used.map(({ head, body }) => `${head}{${body}}`).join('')
}

const nameOf = (keyframes: string): string => keyframes.slice('@keyframes '.length).trim()

function keptRules(css: string, met: (selector: string) => boolean): Rule[] {
  return rulesOf(css).flatMap(({ head, body }) => {
    if (/^@(media|supports|container|layer)/.test(head)) {
      const inside = keptRules(body, met)
      return inside.length === 0 ? [] : [{ head, body: inside.map((rule) => `${rule.head}{${rule.body}}`).join('') }]
    }
    if (head.startsWith('@')) return [{ head, body }]
    const selectors = selectorsOf(head).filter(met)
    return selectors.length === 0 ? [] : [{ head: selectors.join(','), body }]
  })
}

/** The rules one after another; those inside of others stay in their text. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = []
  let depth = 0
  let from = 0
  let open = 0
  let quote = ''
  for (let at = 0; at < css.length; at++) {
    const sign = css[at] as string
    if (quote) {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '{' && depth++ === 0) open = at
    else if (sign === '}' && --depth === 0) {
      rules.push({ head: css.slice(from, open).trim(), body: css.slice(open + 1, at) })
      from = at + 1
    } else if (sign === ';' && depth === 0) from = at + 1
  }
  return rules
}

/** The parts of a list of selectors; a comma in brackets parts nothing. */
function selectorsOf(list: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= list.length; at++) {
    const sign = list[at]
    if (sign === '(' || sign === '[') depth++
    if (sign === ')' || sign === ']') depth--
    if (at === list.length || (sign === ',' && depth === 0)) {
      parts.push(list.slice(from, at).trim())
      from = at + 1
    }
  }
  return parts
}
