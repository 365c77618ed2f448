interface Palette {
  sky: readonly [string, string];
  sun: string;
  ridges: readonly [string, string, string];
}

/** Hills at some time of day, as a picture that needs no server. */
function scene({ sky: [high, low], sun, ridges: [far, middle, near] }: Palette): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs><rect width="400" height="300" fill="url(#s)"/><circle cx="286" cy="112" r="30" fill="${sun}"/><path d="M0 190 70 140l48 36 62-70 74 82 60-40 86 60v102H0z" fill="${far}"/><path d="M0 224c60-34 116-40 178-12s130 18 222-22v110H0z" fill="${middle}"/><path d="M0 262c80-32 150-8 220 4s130-14 180-24v58H0z" fill="${near}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export const dawn = scene({ sky: ['#f6b79a', '#fde7cf'], sun: '#fff4de', ridges: ['#c98d86', '#8f6a78', '#50425a'] });
export const noon = scene({ sky: ['#7db9d8', '#dcecec'], sun: '#fffbe8', ridges: ['#7fa3a4', '#4f8079', '#2d5a55'] });
export const night = scene({ sky: ['#16233f', '#3f4f7c'], sun: '#f4ead2', ridges: ['#2c3a62', '#1f2a4b', '#121a32'] });
