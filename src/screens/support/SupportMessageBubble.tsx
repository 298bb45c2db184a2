import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { SupportTicketMessage } from '#contract/calls/support.ts'
import { formatHourMinute } from '#i18n/date.ts'
import { path } from '#sitemap'
import { joinClassNames } from '#ui/classes.ts'
import { CheckIcon } from '#ui/icons/icons.tsx'
import { SupportMessagePhotos } from './SupportMessagePhotos.tsx'
import styles from './Support.module.css'

/** One message: who, what, its pictures, when, and of one's own whether staff have opened it. */
export function SupportMessageBubble({ message }: { message: SupportTicketMessage }) {
  const { t } = useLingui()
  const { by, text, files, articles, createTime, seen } = message
  const names = { me: t`You`, staff: t`Fairlead staff`, program: t`A program` }
  return (
    <article className={joinClassNames(styles.bubble, styles[by])}>
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
      <SupportMessagePhotos files={files} />
      <p className={styles.time}>
        <time dateTime={new Date(createTime).toISOString()}>{formatHourMinute(createTime)}</time>
        {by === 'me' && (
          <span className={styles.seen}>
            <CheckIcon className={styles.sign} />
            {seen ? <Trans>Read</Trans> : <Trans>Sent</Trans>}
          </span>
        )}
      </p>
    </article>
  )
}
