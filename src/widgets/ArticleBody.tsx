import { useRouter } from '@tanstack/react-router'
import type { Config } from 'dompurify'
import { type CSSProperties, type MouseEvent, useEffect, useState } from 'react'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './ArticleBody.module.css'

type Html = string | TrustedHTML

// The same marks that the server keeps; nothing arrives here that it did not clean already.
const allowed: Config = {
  ALLOWED_TAGS: [
    'h2',
    'h3',
    'p',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'blockquote',
    'code',
    'a',
    'br',
    'sup',
    'sub',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    '#text',
  ],
  ALLOWED_ATTR: ['href', 'rel', 'id', 'colspan', 'rowspan'],
  ALLOWED_URI_REGEXP: /^(?:[#/](?![/\\]))/,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** Cleans once more in the page. The cleaner arrives only with the first article. */
async function purify(html: string): Promise<Html> {
  const { default: cleaner } = await import('dompurify')
  return 'trustedTypes' in window ? cleaner.sanitize(html, { ...allowed, RETURN_TRUSTED_TYPE: true }) : cleaner.sanitize(html, allowed)
}

export interface ArticleBodyProps {
  html: string
  /** 1 is the app's own text size. */
  scale?: number
  /** The language of the text, when it is not that of the page. */
  lang?: string | undefined
}

/** An article's text. Its links open inside the app. */
export function ArticleBody({ html, scale = 1, lang }: ArticleBodyProps) {
  const clean = usePurified(html)
  const router = useRouter()
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const link = (event.target as Element).closest('a[href]')
    const href = link?.getAttribute('href')
    if (!href || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (href.startsWith('#')) document.getElementById(href.slice(1))?.scrollIntoView()
    else router.history.push(href)
  }
  if (clean === undefined)
    return (
      <div className={styles.waiting}>
        <Skeleton lines={12} />
      </div>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are real links and carry keyboard and role themselves
    <div
      className={styles.body}
      style={{ '--article-scale': scale } as CSSProperties}
      lang={lang}
      onClick={follow}
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}

function usePurified(html: string): Html | undefined {
  const [done, setDone] = useState<{ of: string; clean: Html }>()
  useEffect(() => {
    let isCurrent = true
    void purify(html).then((clean) => isCurrent && setDone({ of: html, clean }))
    return () => {
      isCurrent = false
    }
  }, [html])
  return done?.of === html ? done.clean : undefined
}
