import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Message } from '#contract/calls/support.ts'
import { formatClock } from '#i18n/date.ts'
import { path } from '#sitemap'
import { classes } from '#ui/classes.ts'
import { Check } from '#ui/icons.tsx'
import { Photos } from './Photos.tsx'
import styles from './Support.module.css'

/** One message: who, what, its pictures, when, and of one's own whether staff have opened it. */
export function Bubble({ message }: { message: Message }) {
  const { t } = useLingui()
  const { by, text, files, articles, createTime, seen } = message
  const names = { me: t`You`, staff: t`Fairlead staff`, program: t`A program` }
  return (
    <article className={classes(styles.bubble, styles[by])}>
      <p className={by === 'me' ? 'visuallyHidden' : styles.by}>{names[by]}</p>
      <p className={styles.text}>{text}</p>
      {articles.length > 0 && (
        <ul className={styles.links}>
          {articles.map(({ id, title }) => (
            <li key={id}>
              <Link to={path.article} search={{ id }}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Photos files={files} />
      <p className={styles.time}>
        <time dateTime={new Date(createTime).toISOString()}>{formatClock(createTime)}</time>
        {by === 'me' && (
          <span className={styles.seen}>
            <Check className={styles.sign} />
            {seen ? <Trans>Read</Trans> : <Trans>Sent</Trans>}
          </span>
        )}
      </p>
    </article>
  )
}
