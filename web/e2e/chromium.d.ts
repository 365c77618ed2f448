/** Software WebGL, so that the map is drawn on machines without a graphics card. */
export declare const chromiumArgs: string[];
/** Path of a Chromium: the one that CHROMIUM names, else the one packed in npm, unpacked once. */
export declare function chromiumPath(): Promise<string>;
