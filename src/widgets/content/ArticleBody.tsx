import { useRouter } from '@tanstack/react-router'
import { type CSSProperties, type MouseEvent, useEffect, useState } from 'react'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './ArticleBody.module.css'
import { type CleanArticleHtml, cleanArticleHtml, findLastCleanedArticle } from './articleHtml.ts'

export interface ArticleBodyProps {
  html: string
  /** 1 is the app's own text size. */
  scale?: number
  /** The language of the text, when it is not that of the page. */
  lang?: string | undefined
}

/** An article's text. Its links open inside the app. */
export function ArticleBody({ html, scale = 1, lang }: ArticleBodyProps) {
  const clean = useCleanArticleHtml(html)
  const router = useRouter()
  const followLink = (event: MouseEvent<HTMLDivElement>) => {
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
      onClick={followLink}
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}

function useCleanArticleHtml(html: string): CleanArticleHtml | undefined {
  // Its own from the first drawing on: another text that is cleaned meanwhile, as in a sheet above, takes nothing away here.
  const [done, setDone] = useState(() => findLastCleanedArticle(html))
  const isDone = done?.of === html
  useEffect(() => {
    if (isDone) return
    let isCurrent = true
    void cleanArticleHtml(html).then((clean) => isCurrent && setDone({ of: html, clean }))
    return () => {
      isCurrent = false
    }
  }, [html, isDone])
  return isDone ? done.clean : undefined
}
