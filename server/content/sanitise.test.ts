import { describe, expect, test } from 'vitest'
import { safeContentHref, sanitiseHtml } from './sanitise.ts'

const hostile = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="data:text/html,<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="&#x6A;&#x61;vascript&colon;alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="blob:https://evil.example/1">x</a>',
  '<a href="https://user:pass@evil.example/">x</a>',
  '<a href="#x" onclick="alert(1)">x</a>',
  '<a href="#x" style="background:url(javascript:alert(1))">x</a>',
  '<a href="#x" target="_blank" formaction="javascript:alert(1)">x</a>',
  '<p onmouseover="alert(1)" style="position:fixed;inset:0">x</p>',
  '<p id="body" class="x" data-x="1">x</p>',
  '<h2 id="section-1" onfocus=alert(1) autofocus tabindex=0>x</h2>',
  '<style>*{background:url(https://evil.example)}</style>',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<form action="https://evil.example"><input name=password><button formaction="javascript:alert(1)">x</button></form>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<textarea><script>alert(1)</script></textarea>',
  '<xmp><script>alert(1)</script></xmp>',
  '<title><img src=x onerror=alert(1)></title>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<td background="javascript:alert(1)">x</td>',
  '<td colspan="9999999" rowspan="javascript:1">x</td>',
  '<isindex action="javascript:alert(1)" type=image>',
  '<marquee onstart=alert(1)>x</marquee>',
  '"><script>alert(1)</script>',
  '<a href="https://x.example/"onmouseover=alert(1) x="">x</a>',
  '<p\u0000onclick=alert(1)>x</p>',
]

const allowed =
  /^<\/?(?:h2|h3|p|ul|ol|li|strong|em|blockquote|code|br|sup|sub|table|thead|tbody|tr|th|td)(?: \/)?>$|^<h2 id="section-\d+">$|^<t[dh](?: (?:col|row)span="\d{1,2}")+>$|^<a(?: href="(?:#[\w-]+|\/(?!\/)[^"<>\s]*)" rel="noopener(?: noreferrer nofollow)?")?>$|^<\/a>$/

describe('hostile HTML', () => {
  test.each(hostile)('%s', (raw) => {
    const { html, words } = sanitiseHtml(raw)
    // Every tag that is left is one of ours, with no attribute that is not.
    for (const tag of html.match(/<[^>]*>?/g) ?? []) expect(tag).toMatch(allowed)
    expect(html).not.toMatch(/javascript:|vbscript:|data:text/i)
    expect(words).not.toContain('<script')
  })

  test('cleaning twice changes nothing more', () => {
    for (const raw of hostile) {
      const once = sanitiseHtml(raw).html
      expect(sanitiseHtml(once).html).toBe(once)
    }
  })
})

describe('what is kept', () => {
  test('headings are numbered and listed; the words are there to be searched', () => {
    const { html, toc, words } = sanitiseHtml('<h2>Fees &amp; <em>costs</em></h2><p>One.</p><h3>Small</h3><h2>費用</h2>')
    expect(html).toBe('<h2 id="section-1">Fees &amp; <em>costs</em></h2><p>One.</p><h3>Small</h3><h2 id="section-2">費用</h2>')
    expect(toc).toEqual([
      { id: 'section-1', title: 'Fees & costs' },
      { id: 'section-2', title: '費用' },
    ])
    expect(words).toBe('Fees & costs One. Small 費用')
  })

  test('a table keeps its spans', () => {
    const table = '<table><tbody><tr><td colspan="3">x</td></tr></tbody></table>'
    expect(sanitiseHtml(table).html).toBe(table)
  })

  test('links inside stay, links outside go by the warning page', () => {
    expect(sanitiseHtml('<a href="/articleDetail?id=fees#section-2">x</a>').html).toBe(
      '<a href="/articleDetail?id=fees#section-2" rel="noopener">x</a>',
    )
    expect(sanitiseHtml('<a href="https://example.org/a?b=c&amp;d">x</a>').html).toBe(
      '<a href="/outlink?url=https%3A%2F%2Fexample.org%2Fa%3Fb%3Dc%26d" rel="noopener noreferrer nofollow">x</a>',
    )
  })

  test.each(['//evil.example/x', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', 'https:evil.example'])(
    '%j does not pass for a page of ours',
    (href) => {
      expect(safeContentHref(href)?.href ?? '').not.toMatch(/^\/[/\\]/)
      if (!href.startsWith('https:')) expect(safeContentHref(href)?.isOutside).toBe(true)
    },
  )
})
