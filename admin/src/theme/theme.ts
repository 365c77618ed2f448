import { createTheme, type PaletteOptions, type Theme } from '@mui/material';
import type {} from 'react-admin'; // adds its component names to the theme's types
import { darkColours, lightColours, shapeTokens } from './tokens.ts';

type Colours = Readonly<Record<string, string>>;
const colour = (of: Colours, name: string): string => of[name] ?? 'currentColor';

/** Calm palette: teal for actions, coral for the logo and the current page, red only for irreversible actions. */
const paletteOf = (of: Colours, mode: 'light' | 'dark'): PaletteOptions => ({
  mode,
  primary: { main: colour(of, 'teal'), dark: colour(of, 'teal-strong'), contrastText: colour(of, 'teal-ink') },
  secondary: { main: colour(of, 'accent'), dark: colour(of, 'accent-strong'), contrastText: colour(of, 'accent-ink') },
  error: { main: colour(of, 'danger'), contrastText: colour(of, 'danger-ink') },
  warning: { main: colour(of, 'warning') },
  success: { main: colour(of, 'success') },
  info: { main: colour(of, 'teal') },
  background: { default: colour(of, 'canvas'), paper: colour(of, 'surface') },
  text: { primary: colour(of, 'ink'), secondary: colour(of, 'muted') },
  divider: colour(of, 'line'),
});

const typography = {
  fontFamily: shapeTokens.font,
  fontSize: 14,
  h1: { fontSize: '1.5rem', fontWeight: 740, letterSpacing: '-0.025em', lineHeight: 1.2 },
  h5: { fontSize: '1.25rem', fontWeight: 720, letterSpacing: '-0.02em' },
  h6: { fontSize: '1.0625rem', fontWeight: 700, letterSpacing: '-0.015em' },
  subtitle2: { fontWeight: 650 },
  body2: { fontSize: '0.875rem', lineHeight: 1.5 },
  caption: { fontSize: '0.75rem', lineHeight: 1.4 },
  button: { textTransform: 'none', fontWeight: 650, letterSpacing: 0 },
} as const;

/** On small screens react-admin gives toolbars the background of MUI's Paper, although they do not lie on a Paper. */
const notLikePaper = ({ theme }: { theme: Omit<Theme, 'components'> }) => ({ [theme.breakpoints.down('sm')]: { backgroundColor: 'transparent' } });

const themeOf = (of: Colours, mode: 'light' | 'dark'): Theme =>
  createTheme({
    palette: paletteOf(of, mode),
    typography,
    shape: { borderRadius: shapeTokens.control },
    // A closed sidebar has no width, because its entries have no icons that it could show.
    ...{ sidebar: { width: 224, closedWidth: 0 } },
    components: {
      MuiCssBaseline: {
        styleOverrides: { body: { wordSpacing: '0.06em' }, ':focus-visible': { outline: `2px solid ${colour(of, 'focus')}`, outlineOffset: 2 } },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiCard: {
        defaultProps: { variant: 'outlined' },
        styleOverrides: { root: { borderRadius: shapeTokens.card, borderColor: colour(of, 'line') } },
      },
      MuiDialog: { styleOverrides: { paper: { borderRadius: shapeTokens.card, backgroundColor: colour(of, 'raised') } } },
      MuiMenu: { styleOverrides: { paper: { backgroundColor: colour(of, 'raised'), border: `1px solid ${colour(of, 'line')}` } } },
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      // Moves the accessible label to the input, because react-admin sets it on the wrapper of the checkbox.
      MuiCheckbox: {
        defaultProps: { slotProps: { root: () => ({ 'aria-label': undefined }), input: (props) => ({ 'aria-label': props['aria-label'] }) } },
      },
      MuiChip: { styleOverrides: { root: { fontWeight: 600, borderRadius: 8 } } },
      MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
      MuiFormControl: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
      MuiAutocomplete: { defaultProps: { fullWidth: true } },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: colour(of, 'line-strong') } } },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: colour(of, 'line'), fontVariantNumeric: 'tabular-nums' },
          head: { color: colour(of, 'muted'), fontSize: '0.75rem', fontWeight: 650 },
          paddingCheckbox: { padding: '0 4px 0 8px' },
        },
      },
      MuiTableRow: { styleOverrides: { root: { '&:last-child td': { borderBottom: 0 } } } },
      MuiTooltip: { styleOverrides: { tooltip: { fontSize: '0.75rem', backgroundColor: colour(of, 'ink'), color: colour(of, 'canvas') } } },
      MuiAppBar: {
        defaultProps: { elevation: 0 },
        styleOverrides: {
          root: { backgroundColor: colour(of, 'canvas'), color: colour(of, 'ink'), borderBottom: `1px solid ${colour(of, 'line')}` },
        },
      },
      // The list does not grow beyond its container; a wider table scrolls inside it.
      RaList: { styleOverrides: { root: { '& .RaList-main, & .RaList-content': { minWidth: 0 } } } },
      RaListToolbar: { styleOverrides: { root: notLikePaper } },
      RaTopToolbar: { styleOverrides: { root: notLikePaper } },
      // Full opacity, because fainter text lacks contrast.
      RaSimpleList: { styleOverrides: { root: { overflowWrap: 'anywhere', '& .RaSimpleList-tertiary': { opacity: 1, fontSize: '0.8125rem' } } } },
      RaDataTable: { styleOverrides: { root: { '& .RaDataTable-tableWrapper': { overflowX: 'auto', borderRadius: shapeTokens.card } } } },
      RaLayout: { styleOverrides: { root: { '& .RaLayout-content': { backgroundColor: 'transparent' } } } },
      RaBulkActionsToolbar: {
        styleOverrides: {
          root: {
            '& .RaBulkActionsToolbar-toolbar': {
              backgroundColor: colour(of, 'teal-soft'),
              color: colour(of, 'teal-text'),
              borderRadius: shapeTokens.control,
            },
          },
        },
      },
    },
  });

/** Themes of the admin app, from the product's design tokens. */
export const themes = { light: themeOf(lightColours, 'light'), dark: themeOf(darkColours, 'dark') };
