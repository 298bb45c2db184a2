import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { path, type ScreenName } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { BackIcon } from '#ui/icons/icons.tsx'
import { Card } from '#ui/Card.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { BookIcon, ChevronDownIcon } from '#ui/icons/moreIcons.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '../ButtonLink.tsx'
import { HelpArticleSheetContent } from './HelpArticleSheetContent.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Help.module.css'
import { findScreenHelpArticleIds, helpArticleIdsByScreen } from './helpOf.ts'
import { useHelpArticles } from './useHelpArticles.ts'

export interface ScreenHelpSheetProps {
  open: boolean
  onClose: () => void
  /** The address of the screen. */
  of: string
}

const names = Object.keys(helpArticleIdsByScreen) as ScreenName[]

/** The articles on what a screen is about, read without leaving it. */
export default function ScreenHelpSheet({ open, onClose, of }: ScreenHelpSheetProps) {
  const { t } = useLingui()
  const search = useLocation({ select: (at) => at.search as { mode?: unknown; type?: unknown; kind?: unknown } })
  const screen = names.find((name) => path[name] === of)
  const ids = (screen && findScreenHelpArticleIds(screen, search)) ?? []
  const articles = useHelpArticles(ids)
  const [openArticleId, setOpenArticleId] = useState<string>()
  const [title, setTitle] = useState('')
  const close = () => {
    onClose()
    setOpenArticleId(undefined)
  }
  return (
    <BottomSheet open={open} onClose={close} title={openArticleId === undefined ? t`Help` : title}>
      {openArticleId === undefined ? (
        <div className={styles.list}>
          {articles === undefined ? (
            <Skeleton lines={4} />
          ) : articles.length === 0 ? (
            <Text tone="muted">
              <Trans>The articles did not load.</Trans>
            </Text>
          ) : (
            <Card flush>
              {articles.map(({ id, title: name, summary }) => (
                <ListRow
                  key={id}
                  leading={<BookIcon />}
                  title={name}
                  subtitle={summary}
                  trailing={<ChevronDownIcon className={styles.turned} />}
                  onClick={() => setOpenArticleId(id)}
                />
              ))}
            </Card>
          )}
          <div className={styles.ways}>
            <ButtonLink to={path.articles} kind="secondary">
              <Trans>All help</Trans>
            </ButtonLink>
            <ButtonLink to={path.support} search={{ new: 1 }} kind="secondary">
              <Trans>Ask us</Trans>
            </ButtonLink>
          </div>
        </div>
      ) : (
        <div className={styles.list}>
          <Button kind="quiet" size="small" className={styles.back} onClick={() => setOpenArticleId(undefined)}>
            <BackIcon width="1rem" height="1rem" />
            <Trans>All articles on this</Trans>
          </Button>
          <HelpArticleSheetContent key={openArticleId} id={openArticleId} onTitle={setTitle} />
        </div>
      )}
    </BottomSheet>
  )
}
