import { Box, Card, CardActionArea, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface TileProps {
  title: string;
  value: string;
  /** Meaning or composition of the figure. */
  about: string;
  /** Path of the page with details. */
  to?: string;
  tone?: 'plain' | 'warn' | 'bad';
}

const colours = { plain: 'text.primary', warn: 'var(--warning)', bad: 'error.main' } as const;

/** A single monitored figure. */
export function Tile({ title, value, about, to, tone = 'plain' }: TileProps) {
  const inner = (
    <Box sx={{ p: 2 }}>
      <Typography variant="caption" color="text.secondary" sx={{ fontWeight: 650, display: 'block' }}>
        {title}
      </Typography>
      <Typography variant="h5" component="p" sx={{ color: colours[tone], fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Typography>
      <Typography variant="caption" color="text.secondary" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
        {about}
      </Typography>
    </Box>
  );
  return (
    <Card sx={{ minWidth: 0 }}>
      {to ? (
        <CardActionArea component={Link} to={to} sx={{ height: '100%' }}>
          {inner}
        </CardActionArea>
      ) : (
        inner
      )}
    </Card>
  );
}

/**
 * Tiles or charts in a row under a heading.
 * @param least minimum width of one, pixels
 */
export const Tiles = ({ title, least, children }: { title: string; least: number; children: ReactNode }) => (
  <Box component="section" aria-label={title}>
    <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
      {title}
    </Typography>
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${least}px), 1fr))` }}>{children}</Box>
  </Box>
);
